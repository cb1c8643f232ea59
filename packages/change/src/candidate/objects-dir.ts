import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Repository } from '../repository.ts';

/**
 * Folder for objects of uncommitted work when the caller names none: beside magi's other state, or
 * in the temporary folder when the repository cannot be written to. The same each time, so that a
 * resumed run finds the objects again.
 */
export async function defaultObjectsDir(repository: Repository): Promise<string> {
  const beside = join(repository.commonDir, 'magi', 'objects');
  try {
    await mkdir(beside, { recursive: true, mode: 0o700 });
    return beside;
  } catch {
    const key = createHash('sha256').update(repository.commonDir).digest('hex').slice(0, 16);
    const elsewhere = join(tmpdir(), `magi-objects-${userInfo().username}-${key}`);
    await mkdir(elsewhere, { recursive: true, mode: 0o700 });
    return elsewhere;
  }
}
