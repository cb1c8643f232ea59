import type { Entry } from '@magi/contracts';
import { createStage, type Item } from '../host/stage.ts';
import { newestRelease } from '../run/registry.ts';

/** A log rewritten for the newest version of its machine. */
export interface Migration {
  /** Entries of the new log; its `init` names the newest machine. */
  readonly entries: readonly Entry[];
  /**
   * Where the newest machine no longer follows the old log: it awaits nothing of the kind there. Null
   * when it follows to the end. The new log ends before that entry.
   */
  readonly leftAt: { readonly seq: number; readonly type: string } | null;
}

/**
 * Replays the inputs of a log, whatever version made it, under the newest machine of the same name.
 *
 * The old log stays what it is: this is a new one, with hashes of its own, and says so in a warning.
 * Notes are taken along; answers to what the new machine did not ask end it.
 *
 * @param run name of the new log
 */
export function migrate(entries: Iterable<Entry>, run: string): Migration {
  let stage: ReturnType<typeof createStage> | null = null;
  const migrated: Entry[] = [];
  for (const entry of entries) {
    const { at, in: input } = entry;
    if (input?.type === 'init') {
      const { identity, machine } = newestRelease(
        input.machine.id === 'training' ? 'training' : 'run',
      );
      stage = createStage(machine, { run });
      migrated.push(...stage.add({ in: { ...input, machine: identity } }, Date.parse(at)));
      migrated.push(...stage.add({ note: originNote(entry) }, Date.parse(at)));
      continue;
    }
    if (!stage) break;
    if (input && !stage.system.awaits(input)) {
      return { entries: migrated, leftAt: { seq: entry.seq, type: input.type } };
    }
    // What the machine cancels it notes itself; the old note of it would say so twice.
    const item = itemOf(entry);
    if (item) migrated.push(...stage.add(item, Date.parse(at)));
  }
  return { entries: migrated, leftAt: null };
}

function itemOf({ in: input, note }: Entry): Item | null {
  if (input) return { in: input };
  if (!note || note.type === 'effect.cancelled' || note.type === 'finished') return null;
  return { note };
}

function originNote({ run, in: input }: Entry) {
  const machine = input?.type === 'init' ? input.machine : { id: 'run', version: '0' };
  return {
    type: 'warning' as const,
    code: 'MIGRATED',
    message: `Migrated from ${run}, which was made with ${machine.id}@${machine.version}.`,
  };
}
