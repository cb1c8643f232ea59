import type { RunView } from '@magi/engine';
import type { ArtifactFile, Artifacts } from '../artifact-files.ts';
import { jsonFile } from '../artifact-files.ts';
import { feedbackName, reviewFeedback } from './review-feedback.ts';
import { constraintsFile, stateBlock } from './state-block.ts';

export interface MagiArtifactsOptions {
  /** End of the names of the state and the constraints file, for example `.workflow.json`. */
  readonly suffix?: string;
  /** Names that are in the folder already. */
  readonly existing?: readonly string[];
}

const FEEDBACK = /^review_feedback_.*\.json$/;

/**
 * Projects a run into the files of seed 003: `review_feedback_<role>.json` per scanner,
 * `review_state.magi.json`, and `constraints.magi.json` while something is open.
 *
 * Names carry no round, so what is there from an earlier one is named for removal. Before the first
 * consolidation there is nothing to write.
 */
export function magiArtifacts(view: RunView, options: MagiArtifactsOptions = {}): Artifacts {
  const suffix = options.suffix ?? defaultSuffix(view);
  const state = stateBlock(view);
  if (!state) return { write: [], remove: [] };
  const constraints = constraintsFile(state);
  const constraintsName = `constraints${suffix}`;
  const write: ArtifactFile[] = [
    ...feedbackFiles(view),
    jsonFile(`review_state${suffix}`, state),
    ...(constraints ? [jsonFile(constraintsName, constraints)] : []),
  ];
  const written = new Set(write.map(({ name }) => name));
  const remove = (options.existing ?? []).filter(
    (name) => !written.has(name) && (FEEDBACK.test(name) || name === constraintsName),
  );
  return { write, remove: [...remove].sort() };
}

function defaultSuffix(view: RunView): string {
  const { codec, suffix } = view.context.input.protocol.artifacts;
  return codec === 'magi' ? suffix : '.magi.json';
}

/** One file a scanner; scanners of one role are told apart by their id. */
function feedbackFiles({ context }: RunView): ArtifactFile[] {
  const { reviews, panel } = context;
  const isShared = (role: string) => reviews.filter((review) => review.role === role).length > 1;
  return reviews.map((review) => {
    const spec = panel.find(({ id }) => id === review.scanner);
    const name = feedbackName(
      isShared(review.role) ? `${review.role} ${review.scanner}` : review.role,
    );
    return jsonFile(name, reviewFeedback(review, spec));
  });
}
