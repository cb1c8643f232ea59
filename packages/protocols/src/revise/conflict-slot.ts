import { fail, ok, type Result } from '@magi/contracts';
import {
  type ConflictRecord,
  formatRecord,
  isSameConflict,
  parseRecord,
} from './conflict-record.ts';

const BEGIN = '<!-- gsd:plan-revision-conflicts:begin -->';
const HEADING = '## Plan-Revision Conflicts';
const END = '<!-- gsd:plan-revision-conflicts:end -->';
const NONE = /^\(none\b.*\)$/;

/** Conflicts of a review file. `warnings` tell what was accepted though it is not of the grammar. */
export interface ConflictSlot {
  readonly open: readonly ConflictRecord[];
  readonly resolved: readonly ConflictRecord[];
  readonly warnings: readonly string[];
}

export type SlotFailure = {
  readonly kind: 'no-slot' | 'malformed' | 'unknown-record' | 'empty-field';
  /** 1-based; 0 where no line is to blame. */
  readonly line: number;
  readonly message: string;
};

interface Lines {
  readonly lines: readonly string[];
  /** Indices of the comments that bound the slot. */
  readonly begin: number;
  readonly end: number;
}

/**
 * Reads the conflict slot of a review file (seed 001): the first thing after the title, between its
 * two comments. Whatever else is in the file does not count, and whatever is in the slot and is not
 * of the grammar blocks: it is never taken for "no conflicts".
 */
export function readConflictSlot(text: string): Result<ConflictSlot, SlotFailure> {
  const found = locate(text);
  if (!found.ok) return found;
  const { lines, begin, end } = found.value;
  const records: ConflictRecord[] = [];
  const warnings: string[] = [];
  for (let index = begin + 2; index < end; index += 1) {
    const line = lines[index] ?? '';
    if (line.trim() === '') continue;
    const record = parseRecord(line);
    if (record) records.push(record);
    else if (NONE.test(line.trim()))
      warnings.push(`line ${index + 1}: "${line.trim()}" is no record`);
    else return fail(malformed(index, `"${line}" is no record`));
  }
  return ok({
    open: records.filter(({ resolution }) => resolution === null),
    resolved: records.filter(({ resolution }) => resolution !== null),
    warnings,
  });
}

/** Adds an open conflict; one that is there already, open or resolved, is not added again. */
export function addConflict(
  text: string,
  conflict: Omit<ConflictRecord, 'resolution'>,
): Result<string, SlotFailure> {
  const slot = readConflictSlot(text);
  if (!slot.ok) return slot;
  const line = formatRecord({ ...conflict, resolution: null });
  if (line === null) return fail(emptyField());
  const known = [...slot.value.open, ...slot.value.resolved];
  if (known.some((record) => isSameConflict(record, conflict))) return ok(text);
  return edited(text, ({ lines, end }) => [...lines.slice(0, end), line, ...lines.slice(end)]);
}

/** Closes one open conflict with what was chosen; everything else stays byte for byte. */
export function resolveConflict(
  text: string,
  conflict: Pick<ConflictRecord, 'id' | 'requiredProperty'>,
  resolution: string,
): Result<string, SlotFailure> {
  const found = locate(text);
  if (!found.ok) return found;
  const { lines, begin, end } = found.value;
  for (let index = begin + 2; index < end; index += 1) {
    const record = parseRecord(lines[index] ?? '');
    if (!record || record.resolution !== null || !isSameConflict(record, conflict)) continue;
    const line = formatRecord({ ...record, resolution });
    if (line === null) return fail(emptyField());
    return edited(text, () => [...lines.slice(0, index), line, ...lines.slice(index + 1)]);
  }
  const message = `no open conflict "${conflict.id}" about "${conflict.requiredProperty}"`;
  return fail({ kind: 'unknown-record', line: 0, message });
}

function locate(text: string): Result<Lines, SlotFailure> {
  const lines = text.split(/\r?\n/);
  const title = lines.findIndex((line) => line.trim() !== '');
  const begin = lines.findIndex((line, index) => index > title && line.trim() !== '');
  if (title < 0 || !lines[title]?.startsWith('# ') || lines[begin] !== BEGIN) {
    const message = `the slot (${BEGIN}) must be the first thing after the title`;
    return fail({ kind: 'no-slot', line: 0, message });
  }
  if (lines[begin + 1] !== HEADING) return fail(malformed(begin + 1, `expected "${HEADING}"`));
  const end = lines.indexOf(END, begin);
  const again = lines.indexOf(BEGIN, begin + 1);
  if (end < 0) return fail(malformed(begin, `there is no line "${END}"`));
  if (again >= 0 && again < end) return fail(malformed(again, 'the slot begins twice'));
  return ok({ lines, begin, end });
}

/** Puts changed lines back together with the line break that the slot itself uses. */
function edited(
  text: string,
  change: (slot: Lines) => readonly string[],
): Result<string, SlotFailure> {
  const found = locate(text);
  if (!found.ok) return found;
  const breaks = text.match(/\r?\n/g) ?? [];
  const own = breaks[found.value.begin] ?? '\n';
  const before = found.value.lines;
  const after = change(found.value);
  const added = after.length - before.length;
  const at = (index: number): string =>
    index < found.value.end ? (breaks[index] ?? own) : (breaks[index - added] ?? own);
  return ok(
    after.map((line, index) => (index === after.length - 1 ? line : line + at(index))).join(''),
  );
}

function malformed(index: number, message: string): SlotFailure {
  return { kind: 'malformed', line: index + 1, message };
}

function emptyField(): SlotFailure {
  return { kind: 'empty-field', line: 0, message: 'a field of the record is empty' };
}
