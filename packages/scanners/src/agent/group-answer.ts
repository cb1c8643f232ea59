import type { AgentAnswer, FileGroup } from '@magi/agents';
import type { ReviewAnswer } from './review-answer.ts';

/** What came back for one group of files, in one sample. */
export interface GroupAnswer {
  readonly group: FileGroup;
  /** Number of the sample, from 1. */
  readonly sample: number;
  readonly answer: AgentAnswer<ReviewAnswer>;
}
