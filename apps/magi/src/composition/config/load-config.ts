import { type MagiConfig, MagiError } from '@magi/contracts';
import { checkConfig } from './check-config.ts';
import { configPlaces, isExecutable } from './config-places.ts';
import { parseConfigText } from './config-text.ts';
import { runConfigFile } from './run-config-file.ts';

/** Files of one side: the working tree, a revision, or nothing. */
export interface ConfigFiles {
  /** Says in messages where the files are, for example `at main`. */
  readonly name: string;
  /** Text of a file below the top of the repository, or null where there is none. */
  read(path: string): Promise<string | null>;
  /** Path on disk of a file that may be run as a program, or null when it must not be. */
  executable(path: string): string | null;
}

export interface LoadedConfig {
  readonly config: MagiConfig;
  /** File that it was read from, or null for the defaults. */
  readonly source: string | null;
  readonly warnings: readonly string[];
}

/**
 * Reads configuration from the first place that has some.
 *
 * A program that must not be run is passed over with a warning, never run and never read silently.
 */
export async function loadConfig(files: ConfigFiles): Promise<LoadedConfig> {
  const warnings: string[] = [];
  for (const place of configPlaces) {
    const text = await files.read(place);
    if (text === null) continue;
    if (isExecutable(place)) {
      const program = files.executable(place);
      if (program === null) {
        warnings.push(
          `${place} ${files.name} is a program and is not run; use --config to say that you trust one.`,
        );
        continue;
      }
      return { config: await runConfigFile(program, place), source: place, warnings };
    }
    const parsed = await parseConfigText(place, text);
    if (parsed !== null) return { config: checkConfig(place, parsed), source: place, warnings };
  }
  return { config: {}, source: null, warnings };
}

/** Reads the one file that `--config` names. */
export async function loadNamedConfig(
  path: string,
  read: (path: string) => Promise<string | null>,
): Promise<LoadedConfig> {
  const text = await read(path);
  if (text === null) {
    throw new MagiError('MAGI_CONFIG_MISSING', `${path} cannot be read.`, {
      hint: 'Give --config a file that exists.',
      exitCode: 2,
    });
  }
  if (isExecutable(path)) {
    return { config: await runConfigFile(path, path), source: path, warnings: [] };
  }
  const parsed = await parseConfigText(path, text);
  return { config: parsed === null ? {} : checkConfig(path, parsed), source: path, warnings: [] };
}
