import type { RunView } from '@magi/engine';
import type { ArtifactFile, ArtifactPlace, Artifacts } from '../artifact-files.ts';
import { canonicalJson } from './canonical-json.ts';
import { checkpointOf } from './checkpoint.ts';
import { terminalResultOf } from './terminal-result.ts';

export interface LoopArtifactsOptions {
  readonly place: ArtifactPlace;
  readonly existing?: readonly string[];
}

const TERMINAL = 'terminal-result.json';

/** Projects a run into the files of seed 002: `checkpoint.json`, and `terminal-result.json` at its end. */
export function loopArtifacts(
  view: RunView,
  { place, existing = [] }: LoopArtifactsOptions,
): Artifacts {
  const checkpoint = checkpointOf(view, place);
  const terminal = terminalResultOf(view, place);
  const write: ArtifactFile[] = [
    ...(checkpoint === null ? [] : [{ name: 'checkpoint.json', text: canonicalJson(checkpoint) }]),
    ...(terminal === null ? [] : [{ name: TERMINAL, text: canonicalJson(terminal) }]),
  ];
  const isStale = terminal === null && existing.includes(TERMINAL);
  return { write, remove: isStale ? [TERMINAL] : [] };
}
