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
