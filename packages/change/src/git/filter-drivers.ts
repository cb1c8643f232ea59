import type { Git } from './git.ts';
import type { ConfigPair } from './hardened-environment.ts';

const driverKeys = '^filter\\..*\\.(clean|smudge|process|required)$';

/**
 * Configuration that switches every filter driver off.
 *
 * An empty command runs nothing; `required` must go too, or git refuses files of such a driver.
 */
export async function filterOverrides(git: Git): Promise<readonly ConfigPair[]> {
  const listed = await git.run(['config', '--null', '--name-only', '--get-regexp', driverKeys]);
  if (listed.code !== 0) return [];
  const names = listed.stdout
    .toString('utf8')
    .split('\0')
    .filter((key) => key !== '')
    .map((key) => key.slice(0, key.lastIndexOf('.')));
  return [...new Set(names)].flatMap((name): ConfigPair[] => [
    [`${name}.clean`, ''],
    [`${name}.smudge`, ''],
    [`${name}.process`, ''],
    [`${name}.required`, 'false'],
  ]);
}
