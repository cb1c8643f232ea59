export {
  ARCHIVE_STREAM,
  ArchiveRecord,
  readArchive,
} from './archive.ts';
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
export { ENTRY_VERSION, type Upcasters, upcast } from './entries/upcast.ts';
export { VersionConflict } from './log-errors.ts';
export type { MaintainedLog, StoredBlob } from './maintained-log.ts';
export { createMemoryLog } from './memory-log.ts';
