import type { Repository } from '@magi/change';
import type { RunInput } from '@magi/contracts';
import { fixEffect } from '../effects/fix.ts';
import { discardEffect, promoteEffect } from '../effects/promote.ts';
import { publishEffect } from '../effects/publish.ts';
import { validateEffect } from '../effects/validate.ts';
import type { AgentDesk } from './agent-desk.ts';
import { childEnvironment } from './child-environment.ts';
import { chooseFixer } from './choose-fixer.ts';
import type { EffectHandlers } from './effect-runner.ts';
import type { RunSettings } from './run-settings.ts';

/** What a loop is carried out with, as its run was started or recorded. */
export interface LoopDesk {
  readonly repository: Repository;
  readonly input: RunInput;
  readonly settings: RunSettings;
  readonly env: NodeJS.ProcessEnv;
}

/** The kinds of work that only a loop asks for, of new and resumed runs alike; none for a review. */
export function loopEffectsOf({
  repository,
  input,
  settings,
  env,
}: LoopDesk): (agents: AgentDesk) => EffectHandlers {
  if (input.mode === 'review') return () => ({});
  const { branch = null, remote = null } = settings.place ?? {};
  const { protocol, validations: commands, fixer: name = 'builtin' } = input;
  return (agents) => {
    const fixer = chooseFixer(name, { protocol, env, agentFixer: (agent) => agents.fixer(agent) });
    return {
      fix: fixEffect({ repository, fixer, branch, now: Date.now }),
      validate: validateEffect({ repository, commands, env: childEnvironment(env) }),
      promote: promoteEffect({ repository, branch }),
      discard: discardEffect({ repository }),
      publish: publishEffect({ repository, remote }),
    };
  };
}
