import type { Entry } from '@magi/contracts';
import { outputText } from '../text/entry-text.ts';

/** One piece of work of a run as a person follows it. */
export interface Task {
  /** `ground`, or the id of a scanner. */
  readonly name: string;
  readonly state: 'running' | 'done' | 'failed';
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  readonly text: string;
}

/** What has happened so far: tasks in the order in which they started. */
export type Progress = ReadonlyMap<string, Task>;

export const noProgress: Progress = new Map();

/**
 * Folds one log entry into the progress of a run; a pure function, so that a resumed run shows what
 * was done before it.
 */
export function follow(progress: Progress, entry: Entry): Progress {
  const atMs = Date.parse(entry.at);
  const { in: input, note } = entry;
  if (note?.type === 'effect.started') {
    const known = progress.get(note.key);
    return put(progress, note.key, {
      name: nameOf(note.key),
      state: 'running',
      startedAtMs: known?.startedAtMs ?? atMs,
      endedAtMs: null,
      text: note.start === 1 ? 'started' : `started again (start ${note.start})`,
    });
  }
  if (note?.type === 'progress') return change(progress, note.key, { text: note.message });
  if (note?.type === 'effect.cancelled') {
    return change(progress, note.key, { state: 'failed', endedAtMs: atMs, text: note.reason });
  }
  if (input?.type === 'done') {
    const text = outputText(input.output);
    const state = /^(failed|incomplete)\b/.test(text) ? 'failed' : 'done';
    return change(progress, input.key, { state, endedAtMs: atMs, text });
  }
  if (input?.type === 'fail') {
    const text = input.error.message;
    return change(progress, input.key, { state: 'failed', endedAtMs: atMs, text });
  }
  return progress;
}

/** The name of the work behind an effect key: `run/scan.security#2` is `security`. */
export function nameOf(key: string): string {
  const address = key.replace(/#\d+$/, '');
  const last = address.slice(address.lastIndexOf('/') + 1);
  return last.replace(/^scan\./, '');
}

function change(progress: Progress, key: string, part: Partial<Task>): Progress {
  const task = progress.get(key);
  return task === undefined ? progress : put(progress, key, { ...task, ...part });
}

function put(progress: Progress, key: string, task: Task): Progress {
  return new Map([...progress, [key, task]]);
}
