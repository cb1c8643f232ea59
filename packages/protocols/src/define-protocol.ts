import { MagiError, Protocol } from '@magi/contracts';

/**
 * Checks a protocol declaration and gives it back.
 *
 * Besides the schema: the loop must be bounded, every merge rule and question must be answerable.
 *
 * @throws `MAGI_PROTOCOL_INVALID`, naming the first field that is wrong
 */
export function defineProtocol(declaration: Protocol): Protocol {
  const parsed = Protocol.safeParse(declaration);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalid(declaration.id, `${issue?.path.join('.')}: ${issue?.message}`);
  }
  const protocol = parsed.data;
  const problem = unbounded(protocol) ?? unanswerable(protocol);
  if (problem) throw invalid(protocol.id, problem);
  return protocol;
}

/** A loop needs a limit that every turn of it comes nearer to. */
function unbounded({ budget, detectors }: Protocol): string | null {
  const { reviews, hardCap, attempts, attemptSpends, attemptFailuresInRow } = budget;
  if (reviews !== undefined || hardCap !== undefined) return null;
  const watchesFailures =
    attemptFailuresInRow !== undefined ||
    detectors.some(({ name, action }) => name === 'attempt_failed' && action !== 'warn');
  if (attempts !== undefined && (attemptSpends === 'start' || watchesFailures)) return null;
  return 'budget: nothing bounds the loop; set `reviews`, `hardCap`, or `attempts` together with `attemptFailuresInRow`';
}

function unanswerable({ decisions }: Protocol): string | null {
  for (const [name, { options }] of Object.entries(decisions)) {
    const ids = options.map(({ id }) => id);
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    if (twice !== undefined) return `decisions.${name}.options: "${twice}" stands there twice`;
  }
  return null;
}

function invalid(id: string, problem: string): MagiError {
  return new MagiError('MAGI_PROTOCOL_INVALID', `Protocol "${id}": ${problem}`, {
    exitCode: 2,
    hint: 'docs/formats/protocol.schema.json describes the fields.',
  });
}
