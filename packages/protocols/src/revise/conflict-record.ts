import { decodeField, encodeField } from './field-encoding.ts';

/** One conflict as it stands in the slot. */
export interface ConflictRecord {
  /** Identity of the issue: `dimension/plan`, with `/task-n` where it belongs to a task. */
  readonly id: string;
  readonly requiredProperty: string;
  readonly conflictsWith: string;
  readonly alternatives: string;
  /** What was chosen; null while the conflict is open. */
  readonly resolution: string | null;
}

const SHAPE =
  /^(?<id>.+?) — required_property: (?<property>.+?) \| conflicts with: (?<against>.+?) \| alternatives: (?<rest>.+)$/;
const OPEN = /^\s*-\s*\[\s*\]\s*REVISION_CONFLICT\s+(?<rest>\S.*)$/;
const CLOSED = /^- \[x\] REVISION_CONFLICT (?<rest>.+) \| resolved: (?<choice>.+)$/;

/**
 * Reads one line of the slot. An open record counts however it is spaced, and even when its fields
 * cannot be told apart; a closed one has to be exact. Null for any other line.
 *
 * Fields may be percent-encoded (newer files) or plain text (older ones).
 */
export function parseRecord(line: string): ConflictRecord | null {
  const open = OPEN.exec(line)?.groups?.rest;
  if (open !== undefined) {
    return recordOf(open.trimEnd(), null) ?? { ...unreadable, id: open.trimEnd() };
  }
  const closed = CLOSED.exec(line)?.groups;
  return closed?.rest && closed.choice ? recordOf(closed.rest, plain(closed.choice)) : null;
}

const unreadable = { requiredProperty: '', conflictsWith: '', alternatives: '', resolution: null };

function recordOf(rest: string, resolution: string | null): ConflictRecord | null {
  const groups = SHAPE.exec(rest)?.groups;
  if (!groups) return null;
  return {
    id: plain(groups.id ?? ''),
    requiredProperty: plain(groups.property ?? ''),
    conflictsWith: plain(groups.against ?? ''),
    alternatives: plain(groups.rest ?? ''),
    resolution,
  };
}

/** Writes one record as one line; null when a field is empty. */
export function formatRecord(record: ConflictRecord): string | null {
  const { id, requiredProperty, conflictsWith, alternatives, resolution } = record;
  const fields = [id, requiredProperty, conflictsWith, alternatives].map(encodeField);
  const [a, b, c, d] = fields.map((field) => (field.ok ? field.value : null));
  if (!a || !b || !c || !d) return null;
  const body = `REVISION_CONFLICT ${a} — required_property: ${b} | conflicts with: ${c} | alternatives: ${d}`;
  if (resolution === null) return `- [ ] ${body}`;
  const choice = encodeField(resolution);
  return choice.ok ? `- [x] ${body} | resolved: ${choice.value}` : null;
}

/** Two records speak of one conflict when both the issue and the property are the same. */
export function isSameConflict(
  a: Pick<ConflictRecord, 'id' | 'requiredProperty'>,
  b: Pick<ConflictRecord, 'id' | 'requiredProperty'>,
): boolean {
  return a.id === b.id && a.requiredProperty === b.requiredProperty;
}

function plain(field: string): string {
  const decoded = decodeField(field);
  return decoded.ok ? decoded.value : field;
}
