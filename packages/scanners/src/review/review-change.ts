import type { Review, ScanInput } from '@magi/contracts';
import type { BuiltinCheck } from '../builtin/check.ts';
import { findCheck } from '../builtin/find-check.ts';
import type { Change } from '../change/change.ts';
import type { CheckAnswer } from './answer.ts';
import { coverageOf } from './coverage.ts';
import { decide, gapOf } from './decide.ts';
import { byPlace, reportHit } from './report-hit.ts';

/** Its hits know where secrets stand; text rules find them for every scanner. */
const secretsCheck = 'exposes_no_secrets';

/**
 * Answers every check that a scanner owns.
 *
 * @param answerOf evidence of one check; shared by the scanners that own it
 */
export async function reviewChange(
  input: ScanInput,
  change: Change,
  answerOf: (check: BuiltinCheck) => Promise<CheckAnswer>,
): Promise<Review> {
  const { scanner, candidate } = input;
  const quote = quoter(change);
  const answers: CheckAnswer[] = [];
  const review: Review = {
    scanner: scanner.id,
    role: scanner.role,
    tree: candidate.head.tree,
    status: 'completed',
    assertions: [],
    findings: [],
    coverage: [],
    notes: [],
  };
  const notes = new Set<string>();
  for (const spec of scanner.checks) {
    const check = findCheck(spec.id);
    const answer = check === undefined ? null : await answerOf(check);
    review.assertions.push(decide(spec, answer));
    if (answer === null) continue;
    answers.push(answer);
    review.findings.push(...answer.hits.map((hit) => reportHit(spec.id, hit, quote)));
    for (const note of answer.notes) notes.add(note);
    const gap = gapOf(answer);
    if (gap !== null) notes.add(`${spec.id}: ${gap}`);
  }
  review.findings.sort(byPlace);
  review.coverage.push(...coverageOf(change, answers));
  return { ...review, notes: [...notes] };
}

/** Quotes lines of changed files. Of a line with a secret only the part beside it is ever shown. */
function quoter(change: Change): (side: 'base' | 'head', file: string, line: number) => string {
  const lines = new Map<string, readonly string[]>();
  const byOldPath = new Map(
    change.sources.map((source) => [source.file.oldPath ?? source.path, source]),
  );
  return (side, file, line) => {
    const key = `${side}:${file}`;
    const source = side === 'base' ? byOldPath.get(file) : change.source(file);
    const kept = lines.get(key) ?? (source?.[side] ?? '').split('\n');
    lines.set(key, kept);
    const secrets =
      source === undefined ? [] : (change.facts(source, side)?.hits[secretsCheck] ?? []);
    return secrets.find((secret) => secret.line === line)?.evidence ?? kept[line - 1] ?? '';
  };
}
