import { type Entry, effectOutputs, type Json, type Note, sanitiseLine } from '@magi/contracts';
import { count } from '@magi/reports';

/** One log entry in words: who it concerns, and what it says. */
export interface EntryText {
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  /** Actor address, effect key or author; empty where there is none. */
  readonly actor: string;
  readonly text: string;
}

/** Describes an entry; nothing of it is interpreted, so that any log can be read. */
export function describeEntry(entry: Entry): EntryText {
  const { type, actor, text } = entry.in === undefined ? note(entry) : input(entry.in);
  return { seq: entry.seq, at: entry.at, type, actor, text: sanitiseLine(text) };
}

type Described = Pick<EntryText, 'type' | 'actor' | 'text'>;

function input(value: NonNullable<Entry['in']>): Described {
  switch (value.type) {
    case 'init': {
      const origin =
        value.forkedFrom === undefined
          ? ''
          : `, forked from ${value.forkedFrom.run} after #${value.forkedFrom.seq}`;
      const machine = `${value.machine.id}@${value.machine.version}`;
      return { type: 'init', actor: 'run', text: `${machine} by magi ${value.magi}${origin}` };
    }
    case 'done':
      return { type: 'done', actor: value.key, text: outputText(value.output) };
    case 'fail':
      return {
        type: 'fail',
        actor: value.key,
        text: `${value.error.name}: ${value.error.message}`,
      };
    case 'timer':
      return { type: 'timer', actor: value.id, text: 'due' };
    case 'event':
      return { type: 'event', actor: value.by, text: JSON.stringify(value.event) };
  }
}

function note(entry: Entry): Described {
  const value = entry.note;
  if (value === undefined) return { type: 'note', actor: '', text: '' };
  return { type: value.type, actor: 'key' in value ? value.key : '', text: noteText(value) };
}

function noteText(value: Note): string {
  switch (value.type) {
    case 'effect.started':
      return value.start === 1 ? value.kind : `${value.kind}, start ${value.start}`;
    case 'effect.cancelled':
    case 'stale':
      return value.reason;
    case 'cost':
      return JSON.stringify(value.cost);
    case 'resumed':
      return `by process ${value.pid}, epoch ${value.epoch}`;
    case 'warning':
      return `${value.code}: ${value.message}`;
    case 'reconciled':
      return value.result;
    case 'progress':
      return value.message;
    case 'artefact':
      return `${value.name} ${value.sha256.slice(0, 12)}`;
    case 'finished':
      return `state ${value.stateHash.slice(0, 12)}`;
  }
}

/** Says what an effect answered; recognised by its shape, as an entry names no kind. */
export function outputText(output: Json): string {
  const review = effectOutputs.scan.safeParse(output);
  if (review.success) {
    const { status, findings, reason } = review.data;
    return `${status}, ${count(findings.length, 'finding')}${reason === undefined ? '' : `: ${reason}`}`;
  }
  const ground = effectOutputs.ground.safeParse(output);
  if (ground.success) {
    const { candidate, panel } = ground.data;
    const names = panel.map((scanner) => scanner.id).join(', ');
    return `${count(candidate.files.length, 'file')}, tree ${candidate.head.tree.slice(0, 12)}, panel ${names}`;
  }
  const validate = effectOutputs.validate.safeParse(output);
  if (validate.success) {
    const results = validate.data.validations.map(
      ({ name, status, result }) => `${name} ${status}${status === 'passed' ? '' : ` (${result})`}`,
    );
    return results.length === 0 ? 'nothing to run' : results.join(', ');
  }
  const publish = effectOutputs.publish.safeParse(output);
  if (publish.success) return `${publish.data.status}: ${publish.data.message}`;
  if (isRecord(output) && Object.keys(output).every((key) => key === 'preserved')) {
    return 'preserved' in output ? `kept as a patch in ${output.preserved}` : 'nothing to keep';
  }
  if (isRecord(output) && typeof output.outcome === 'string') return output.outcome;
  const text = JSON.stringify(output);
  return text.length > 160 ? `${text.slice(0, 157)}…` : text;
}

function isRecord(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
