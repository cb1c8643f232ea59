import { type MagiConfig, MagiError } from '@magi/contracts';
import { checkConfig } from './check-config.ts';

/**
 * Runs a configuration program and validates what it exports.
 *
 * @param file path on disk
 * @param name path for messages
 * @throws `MAGI_CONFIG_FAILED` when the program throws
 */
export async function runConfigFile(file: string, name: string): Promise<MagiConfig> {
  const { createJiti } = await import('jiti');
  const jiti = createJiti(import.meta.url, { fsCache: false, moduleCache: false });
  let value: unknown;
  try {
    value = await jiti.import(file, { default: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MagiError('MAGI_CONFIG_FAILED', `${name} could not be run: ${reason}`, {
      hint: 'Mend the file, or use magi.config.json, which is never run.',
      exitCode: 2,
      cause,
    });
  }
  return checkConfig(name, { value, lineOf: () => null });
}
