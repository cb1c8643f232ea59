/*
 * Preloaded into the command line: kills the process, as `kill -9` would, at an entry of its log.
 *
 *   NODE_OPTIONS="--import …/die-at-entry.mjs"  DIE_AT=N  DIE_WHEN=before|after
 *
 * It puts `dying-sqlite.mjs` in the place of the database.
 */
import { register } from 'node:module';

register(new URL('put-in-place.mjs', import.meta.url));
