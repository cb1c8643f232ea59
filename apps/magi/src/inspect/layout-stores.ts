import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LayoutStore } from '@magi/engine';
import type { CommandContext } from '../command-context.ts';
import { findWorkspace } from '../composition/workspace.ts';
import { folderStore } from './folder-store.ts';

/**
 * Where layouts of charts are looked for: those that were made when the program was built, then the
 * state folder, which also keeps new ones.
 */
export async function layoutStores(context: CommandContext): Promise<readonly LayoutStore[]> {
  const { folders } = await findWorkspace(context);
  const shipped = fileURLToPath(new URL('inspector/layouts/', context.workerUrl));
  return [folderStore(shipped), folderStore(join(folders.preferred, 'layouts'))];
}
