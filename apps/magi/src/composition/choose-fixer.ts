import { type MagiConfig, MagiError, type Protocol, type Synthesizer } from '@magi/contracts';
import { builtinFixer, commandFixer } from '@magi/synthesis';
import { childEnvironment } from './child-environment.ts';

const FIX_TIMEOUT_MS = 1_800_000;

/** What a fixer is made from. */
export interface FixerDesk {
  readonly protocol: Protocol;
  readonly env: NodeJS.ProcessEnv;
  /** Makes a fixer of a configured agent. */
  readonly agentFixer: (agent: string) => Synthesizer;
}

/** The fixer that a name stands for; the name has been checked before the run began. */
export function chooseFixer(name: string, { protocol, env, agentFixer }: FixerDesk): Synthesizer {
  const { kind, rest } = parseFixer(name);
  switch (kind) {
    case 'builtin':
      return builtinFixer();
    case 'command':
      return commandFixer({
        command: rest,
        timeoutMs: protocol.fix.timeoutMs ?? FIX_TIMEOUT_MS,
        env: childEnvironment(env),
      });
    case 'agent':
      return agentFixer(rest);
  }
}

/**
 * Makes sure that there is a fixer of that name.
 *
 * @throws `MAGI_FIXER_UNKNOWN`, exit 2; `MAGI_AGENT_UNKNOWN`, exit 4
 */
export function checkFixer(name: string, { agents = {} }: MagiConfig): void {
  const { kind, rest } = parseFixer(name);
  if (kind !== 'agent' || Object.hasOwn(agents, rest)) return;
  const known = Object.keys(agents).sort();
  throw new MagiError(
    'MAGI_AGENT_UNKNOWN',
    `The fixer is the agent "${rest}", which is not configured.`,
    {
      hint:
        known.length === 0
          ? 'Describe it under "agents" in the configuration; magi agents lists what is installed.'
          : `Configured are ${known.join(', ')}.`,
      exitCode: 4,
    },
  );
}

function parseFixer(name: string): {
  readonly kind: 'builtin' | 'command' | 'agent';
  readonly rest: string;
} {
  if (name === 'builtin') return { kind: 'builtin', rest: '' };
  const [, kind, rest = ''] = /^(command|agent):(.+)$/s.exec(name) ?? [];
  if (kind === 'command' || kind === 'agent') return { kind, rest };
  throw new MagiError('MAGI_FIXER_UNKNOWN', `There is no fixer "${name}".`, {
    hint: 'Say builtin, command:<program and arguments>, or agent:<name in the configuration>.',
    exitCode: 2,
  });
}
