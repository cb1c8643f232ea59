import { joinText, PersonaDef } from '@magi/contracts';

/** Longest checklist; one more and the persona must be split (seed 003, segmentation). */
export const MAX_CHECKS = 10;
/** Path segments after `personas/`, the file included. */
export const MAX_DEPTH = 5;

const FILLER = /\b(I am|As a|My role|Your goal|You are|Please|Thank you)\b/i;
const JOINABLE = /[\s.,!?;:]$/;

/**
 * Checks a persona file against the published static rules (seeds research §4.3).
 *
 * @param path repository path of the file
 * @returns one sentence for each rule that is broken; empty when all hold
 */
export function personaFaults(path: string, text: string): readonly string[] {
  const parsed = parse(text);
  if (typeof parsed === 'string') return [parsed];
  return [
    ...pathFaults(path),
    ...(text === formatPersona(parsed)
      ? []
      : ['not formatted as JSON with two blanks and one final newline']),
    ...mandateFaults(parsed),
    ...Object.entries(parsed.checklist).flatMap(([id, value]) =>
      textFaults(`checklist.${id}`, value),
    ),
    ...(Object.keys(parsed.checklist).length > MAX_CHECKS
      ? [`${Object.keys(parsed.checklist).length} checks: more than ${MAX_CHECKS} must be split`]
      : []),
  ];
}

/** The one way a persona is written: two blanks, one final newline. */
export function formatPersona(persona: PersonaDef): string {
  return `${JSON.stringify(persona, null, 2)}\n`;
}

function parse(text: string): PersonaDef | string {
  try {
    const result = PersonaDef.safeParse(JSON.parse(text));
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    return `not a persona: ${issue?.path.join('.') || 'the object'}: ${issue?.message}`;
  } catch (error) {
    return `not JSON: ${error instanceof Error ? error.message : error}`;
  }
}

function pathFaults(path: string): readonly string[] {
  const inside = path.split('personas/')[1] ?? path;
  return [
    ...(inside.endsWith('_expert.json') ? ['the file name must not end in _expert.json'] : []),
    ...(inside.split('/').length > MAX_DEPTH
      ? [`more than ${MAX_DEPTH} path segments after personas/`]
      : []),
    ...(path.split('/').includes('.temp') ? ['files below .temp/ are never committed'] : []),
  ];
}

function mandateFaults({ mandate }: PersonaDef): readonly string[] {
  const first = typeof mandate === 'string' ? mandate : (mandate[0] ?? '');
  return [
    ...(first.startsWith('MANDATE:') ? [] : ['the mandate must start with "MANDATE:"']),
    ...textFaults('mandate', mandate),
  ];
}

function textFaults(where: string, value: string | readonly string[]): readonly string[] {
  const filler = FILLER.exec(joinText(value))?.[0];
  const parts = typeof value === 'string' ? [] : value.slice(0, -1);
  return [
    ...(filler ? [`${where} contains the filler "${filler}"`] : []),
    ...parts
      .filter((part) => !JOINABLE.test(part))
      .map((part) => `${where}: "${part.slice(-20)}" would run into the next element`),
  ];
}
