import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { MagiConfig } from '@magi/contracts';
import { readSarif } from '@magi/scanners';

/**
 * Fills in the checks of SARIF files that magi itself exported: they name the check of each result,
 * so no mapping has to be written for them. What the configuration says stays.
 */
export async function withOwnSarifChecks(config: MagiConfig, root: string): Promise<MagiConfig> {
  if (config.sarif === undefined) return config;
  const sarif = await Promise.all(
    config.sarif.map(async (source) => {
      if (source.file === undefined) return source;
      const text = await readFile(resolve(root, source.file), 'utf8').catch(() => null);
      const log = text === null ? null : readSarif(text);
      // A file that cannot be read fails its scan, which says so; here it only maps nothing.
      if (!log?.ok) return source;
      const own = log.value.results.flatMap(({ rule, check }) =>
        check === undefined ? [] : [[rule, check] as const],
      );
      return { ...source, checks: { ...Object.fromEntries(own), ...source.checks } };
    }),
  );
  return { ...config, sarif };
}
