import type { Repository } from '@magi/change';
import type { RunInput, Synthesizer } from '@magi/contracts';
import { fixEffect } from '../effects/fix.ts';
import { discardEffect, promoteEffect } from '../effects/promote.ts';
import { type PublicationDesk, publishEffect } from '../effects/publish.ts';
import { validateEffect } from '../effects/validate.ts';
import { childEnvironment } from './child-environment.ts';
import type { EffectHandlers } from './effect-runner.ts';

/** What a loop needs of the outside beside what a review needs. */
export interface LoopDesk {
  readonly repository: Repository;
  readonly branch: string | null;
  readonly remote: PublicationDesk['remote'];
  readonly fixer: Synthesizer;
  readonly commands: RunInput['validations'];
  readonly env: NodeJS.ProcessEnv;
}

/** The kinds of work that only a loop asks for. */
export function loopEffects({
  repository,
  branch,
  remote,
  fixer,
  commands,
  env,
}: LoopDesk): EffectHandlers {
  return {
    fix: fixEffect({ repository, fixer, branch, now: Date.now }),
    validate: validateEffect({ repository, commands, env: childEnvironment(env) }),
    promote: promoteEffect({ repository, branch }),
    discard: discardEffect({ repository }),
    publish: publishEffect({ repository, remote }),
  };
}
