import { discardAttempt, preserveAttempt, promoteAttempt, type Repository } from '@magi/change';
import { DiscardInput, type Json, PromoteInput } from '@magi/contracts';
import type { EffectHandler } from '../composition/effect-runner.ts';

/** What promotion and clean-up work with. */
export interface PromotionDesk {
  readonly repository: Repository;
  /** Full name of the candidate's branch; null for a detached HEAD. */
  readonly branch: string | null;
}

/**
 * The effect `promote`: fast-forwards the candidate's branch to a proven attempt and clears its
 * worktree away. What is refused is kept as a patch. Safe to repeat after a crash.
 */
export function promoteEffect({ repository, branch }: PromotionDesk): EffectHandler {
  return {
    async run({ run, input }) {
      const { attempt, startedFrom, commit } = PromoteInput.parse(input);
      const name = { run, number: attempt };
      const result = await promoteAttempt(repository, { branch, startedFrom, commit });
      if (result.outcome === 'promoted') {
        await discardAttempt(repository, name);
        return result as Json;
      }
      const reason = `${result.reason}: ${result.message}`;
      const preserved = await preserveAttempt(repository, { ...name, reason });
      return { ...result, ...(preserved === null ? {} : { preserved: placeOf(name) }) } as Json;
    },
  };
}

/** The effect `discard`: keeps an attempt's work as a patch with the reason, then removes it. */
export function discardEffect({ repository }: Pick<PromotionDesk, 'repository'>): EffectHandler {
  return {
    async run({ run, input }) {
      const { attempt, reason } = DiscardInput.parse(input);
      const name = { run, number: attempt };
      const preserved = await preserveAttempt(repository, { ...name, reason });
      await discardAttempt(repository, name);
      return (preserved === null ? {} : { preserved: placeOf(name) }) as Json;
    },
  };
}

/** Where a preserved patch lies, below the common git directory: the log names no machine paths. */
function placeOf({ run, number }: { readonly run: string; readonly number: number }): string {
  return `magi/preserved/${run}/${number}`;
}
