import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** Path of a file inside an installed package, or null when the package is not there. */
export function findInPackage(name: string, file: string): string | null {
  const folder = packageFolder(name);
  return folder === null ? null : join(folder, file);
}

/** Version of an installed package, or null. */
export function versionOf(name: string): string | null {
  try {
    const manifest: { version?: string } = require(`${name}/package.json`);
    return manifest.version ?? null;
  } catch {
    return null;
  }
}

function packageFolder(name: string): string | null {
  try {
    return dirname(require.resolve(`${name}/package.json`));
  } catch {
    return null;
  }
}
