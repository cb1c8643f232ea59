export async function writeArtifacts(..._: unknown[]): Promise<void> {}
