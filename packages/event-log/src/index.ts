export { GENESIS, type Head, link } from './chain.ts';
export { type EmbeddedLogOptions, openEmbeddedLog } from './embedded/embedded-log.ts';
export {
  type AppendEntriesOptions,
  type AppendedEntries,
  appendEntries,
} from './entries/append-entries.ts';
export { BLOB_LIMIT_BYTES } from './entries/blob-payload.ts';
export { BlobReference } from './entries/blob-reference.ts';
export { type LoggedEntry, type ReadEntriesOptions, readEntries } from './entries/read-entries.ts';
export type { Redact } from './entries/redact.ts';
export { assertStrictJson } from './entries/strict-json.ts';
export { ENTRY_VERSION, UPCASTERS, type Upcasters, upcast } from './entries/upcast.ts';
export { exportRun } from './exported/export-run.ts';
export { type ExportedLog, isExportedLog, openExportedLog } from './exported/exported-log.ts';
export { type ImportedRun, type ImportFailure, importRun } from './exported/import-run.ts';
export { type ForkFailure, forkRun } from './fork-run.ts';
export { listRuns, runInfo } from './list-runs.ts';
export { VersionConflict } from './log-errors.ts';
export type { MaintainedLog, StoredBlob } from './maintained-log.ts';
export { createMemoryLog } from './memory-log.ts';
export {
  ARCHIVE_STREAM,
  ArchiveRecord,
  readArchive,
} from './retention/archive.ts';
export { collectGarbage } from './retention/collect-garbage.ts';
export { purgeBlob } from './retention/purge-blob.ts';
export { type PurgeFailure, purgeRun } from './retention/purge-run.ts';
export type { LogProblem, LogProblemKind } from './verify/log-problem.ts';
export { type Verification, verifyRun } from './verify/verify-run.ts';
