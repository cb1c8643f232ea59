import { type MagiConfig, MagiError, type Synthesizer } from '@magi/contracts';
import { builtinFixer, commandFixer } from '@magi/synthesis';
import { childEnvironment } from './child-environment.ts';

const FIX_TIMEOUT_MS = 1_800_000;

/**
 * The fixer that a name stands for: `builtin`, `command:<shell command>`.
 *
 * @throws `MAGI_FIXER_UNKNOWN`, exit 2
 */
export function chooseFixer(
  name: string,
  env: NodeJS.ProcessEnv,
  _config: MagiConfig,
): Synthesizer {
  if (name === 'builtin') return builtinFixer();
  if (name.startsWith('command:') && name.length > 'command:'.length) {
    return commandFixer({
      command: name.slice('command:'.length),
      timeoutMs: FIX_TIMEOUT_MS,
      env: childEnvironment(env),
    });
  }
  throw new MagiError('MAGI_FIXER_UNKNOWN', `There is no fixer "${name}".`, {
    hint: 'Say builtin, or command:<program and arguments>.',
    exitCode: 2,
  });
}
