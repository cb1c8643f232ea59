import type { Git } from './git.ts';
import type { ConfigPair } from './hardened-environment.ts';

const driverKeys = '^filter\\..*\\.(clean|smudge|process|required)$';

/** Names of all filter drivers that the configuration knows, as `filter.NAME`. */
export async function filterDrivers(git: Git): Promise<readonly string[]> {
  const listed = await git.run(['config', '--null', '--name-only', '--get-regexp', driverKeys]);
  if (listed.code !== 0) return [];
  const names = listed.stdout
    .toString('utf8')
    .split('\0')
    .filter((key) => key !== '')
    .map((key) => key.slice(0, key.lastIndexOf('.')));
  return [...new Set(names)];
}

/**
 * Configuration that switches filter drivers off.
 *
 * An empty command runs nothing; `required` must go too, or git refuses files of such a driver.
 */
export function filterOverrides(drivers: readonly string[]): readonly ConfigPair[] {
  return drivers.flatMap((name): ConfigPair[] => [
    [`${name}.clean`, ''],
    [`${name}.smudge`, ''],
    [`${name}.process`, ''],
    [`${name}.required`, 'false'],
  ]);
}
