import { fail, ok, type Result } from '@magi/contracts';
import type { FileChange } from './plan-upgrade.ts';

export type RevertFailure = {
  readonly kind: 'changed-since';
  readonly path: string;
  readonly message: string;
};

/**
 * The changes that undo an upgrade, byte for byte.
 *
 * Refuses when a file is no longer what the upgrade made of it: somebody's later work is not thrown
 * away.
 */
export function revertUpgrade(
  files: ReadonlyMap<string, string>,
  upgrade: readonly FileChange[],
): Result<readonly FileChange[], RevertFailure> {
  for (const { path, after } of upgrade) {
    if ((files.get(path) ?? null) === after) continue;
    return fail({
      kind: 'changed-since',
      path,
      message: `${path} was changed after the upgrade: mend it by hand or restore it first`,
    });
  }
  return ok(upgrade.map(({ path, before, after }) => ({ path, before: after, after: before })));
}
