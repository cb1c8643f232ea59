export { GENESIS, type Head, link } from './chain.ts';
export { type EmbeddedLogOptions, openEmbeddedLog } from './embedded/embedded-log.ts';
export { VersionConflict } from './log-errors.ts';
export type { MaintainedLog, StoredBlob } from './maintained-log.ts';
export { createMemoryLog } from './memory-log.ts';
