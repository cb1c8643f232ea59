import { z } from 'zod';
import { Json, Sha256 } from './json.ts';

/** What an upgrade does to one file; null stands for "is not there". */
export const FileChange = z.strictObject({
  path: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type FileChange = z.infer<typeof FileChange>;

/** What a training is started with; pinned in its `init` entry. */
export const TrainingInput = z.strictObject({
  mode: z.enum(['propose', 'revert']),
  /** Named so that lists of runs can show trainings beside reviews. */
  protocol: z.strictObject({ id: z.literal('training') }),
  /** Where evidence comes from (seed 003: feedback, history of files or a change, a component). */
  sources: z.strictObject({
    runs: z.boolean(),
    feedback: z.array(z.string()),
    reviews: z.array(z.string()),
    history: z.array(z.string()),
    component: z.string().nullable(),
  }),
  /** The upgrade to take back, when that is what is asked. */
  revert: z.strictObject({ proposal: z.string(), run: z.string() }).optional(),
});
export type TrainingInput = z.infer<typeof TrainingInput>;

/** What was found to learn from. `digest` covers all of it: the same digest gives the same study. */
export const MineOutput = z.strictObject({
  runs: z.array(z.string()),
  comments: z.int().min(0),
  digest: Sha256,
});
export type MineOutput = z.infer<typeof MineOutput>;

export const StudyInput = z.strictObject({ mined: MineOutput });
export type StudyInput = z.infer<typeof StudyInput>;

/** Scorecards and proposals, as the trainer made them. */
export const StudyOutput = z.strictObject({
  scorecards: z.array(Json),
  proposals: z.array(z.looseObject({ id: z.string() })),
});
export type StudyOutput = z.infer<typeof StudyOutput>;

export const UpgradeInput = z.strictObject({
  proposal: z.string(),
  by: z.string(),
  /** True to take the upgrade back instead. */
  revert: z.boolean(),
});
export type UpgradeInput = z.infer<typeof UpgradeInput>;

/** The files that were changed, with every byte before and after: what a revert restores. */
export const UpgradeOutput = z.strictObject({
  proposal: z.string(),
  changes: z.array(FileChange),
});
export type UpgradeOutput = z.infer<typeof UpgradeOutput>;
