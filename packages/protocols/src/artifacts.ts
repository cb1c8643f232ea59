import type { RunView } from '@magi/engine';
import type { ArtifactPlace, Artifacts } from './artifact-files.ts';
import { magiArtifacts } from './magi/artifacts.ts';
import { pipelineArtifacts } from './pipeline/artifacts.ts';
import { minionsArtifacts } from './review-fix/artifacts.ts';
import { loopArtifacts } from './review-fix-loop/artifacts.ts';
import { reviseArtifacts } from './revise/artifacts.ts';

export interface ArtifactOptions {
  readonly place: ArtifactPlace;
  /** Names that are in the folder already, with `/` between their parts. */
  readonly existing?: readonly string[];
}

/** The files that readers of the run's own protocol expect, as they are now. */
export function artifactsOf(view: RunView, { place, existing = [] }: ArtifactOptions): Artifacts {
  switch (view.context.input.protocol.artifacts.codec) {
    case 'magi':
      return magiArtifacts(view, { existing });
    case 'minions':
      return minionsArtifacts(view, { place, existing });
    case 'gsd':
      return reviseArtifacts(view);
    case 'review-fix-loop':
      return loopArtifacts(view, { place, existing });
    case 'worker-reviewer':
      return pipelineArtifacts(view, { place, existing });
  }
}
