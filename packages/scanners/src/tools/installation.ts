import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Files that package managers write anew with each installation, and the folder itself. */
const marks = ['.package-lock.json', '.modules.yaml', '.yarn-state.yml', '.'];

/** Changes whenever dependencies of a checkout are installed; empty where there is no checkout. */
export async function installationOf(checkout: string | null): Promise<string> {
  if (checkout === null) return '';
  const folder = join(checkout, 'node_modules');
  const times = await Promise.all(
    marks.map((mark) =>
      stat(join(folder, mark)).then(
        (one) => one.mtimeMs,
        () => 0,
      ),
    ),
  );
  return `${checkout}:${times.join(':')}`;
}
