import type { Counterfactual } from '../counterfactual/counterfactual.ts';
import type { Proportion } from '../statistics/interval.ts';

/** A change of a checklist, as data. `reword` is a flag only: only a person can find the words. */
export type ChecklistEdit =
  | { readonly kind: 'retire'; readonly check: string }
  | { readonly kind: 'demote'; readonly check: string; readonly failAt: 'critical' }
  | { readonly kind: 'reword'; readonly check: string }
  | {
      readonly kind: 're_route';
      readonly check: string;
      /** Glob of the only files in which the check has been useful. */
      readonly onlyFor: string;
    }
  | { readonly kind: 'split'; readonly persona: string }
  | {
      readonly kind: 'promote';
      readonly check: string;
      readonly statement: string;
      /** Scanner whose persona gets the check. */
      readonly scanner: string;
      /** Rules whose unlisted findings the check stands for. */
      readonly rules: readonly string[];
    };

/** A proposed change with the evidence it rests on. Nothing happens to a checklist without approval. */
export interface Proposal {
  /** Stable over runs of the trainer: kind, check and a digest of the edit. */
  readonly id: string;
  readonly edit: ChecklistEdit;
  /** One sentence a sceptic can check. */
  readonly because: string;
  readonly evidence: {
    readonly measure: string;
    readonly proportion: Proportion | null;
    readonly bar: string;
    readonly runs: readonly string[];
  };
  /** Why it must not be applied without a second look, for example a caught blocker. */
  readonly cautions: readonly string[];
  readonly counterfactual: Counterfactual;
}

/** A proposal before its counterfactual is known. */
export type Draft = Omit<Proposal, 'id' | 'counterfactual'>;
