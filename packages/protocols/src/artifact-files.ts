/** A file to be written as it stands; names are relative to the folder of the artefacts. */
export interface ArtifactFile {
  readonly name: string;
  readonly text: string;
}

/**
 * What a folder of artefacts has to become. Files are projections of the log: they are overwritten
 * in every round and never read back as truth.
 */
export interface Artifacts {
  readonly write: readonly ArtifactFile[];
  /** Left-overs of earlier rounds, which readers would take for answers of this one. */
  readonly remove: readonly string[];
}

/** JSON as the published formats have it: two spaces, one line break at the end. */
export function jsonFile(name: string, value: unknown): ArtifactFile {
  return { name, text: `${JSON.stringify(value, null, 2)}\n` };
}

/** What the files say of where and when a run goes on, which its log does not name. */
export interface ArtifactPlace {
  /** Name of the repository: its remote address, or its folder where there is none. */
  readonly repository: string;
  readonly commonDir: string;
  /** Short or full name of the branch; null for a detached HEAD. */
  readonly branch: string | null;
  readonly startedAt: string;
  readonly updatedAt: string;
  /** What the run publishes to, and where that stood at the start. */
  readonly remote?: { readonly url: string; readonly ref: string; readonly tip: string | null };
  readonly wasResumed?: boolean;
}
