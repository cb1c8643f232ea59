import { unwritableLog } from './log-errors.ts';
import type { MaintainedLog } from './maintained-log.ts';

type WritingHalf = Pick<
  MaintainedLog,
  | 'append'
  | 'putSnapshot'
  | 'putBlob'
  | 'deleteBlob'
  | 'acquire'
  | 'renew'
  | 'release'
  | 'deleteStream'
  | 'reclaim'
>;

/** The writing half of a log that is open for reading: every call fails with `MAGI_LOG_UNWRITABLE`. */
export function readOnlyHalf(where: string): WritingHalf {
  async function refuse(): Promise<never> {
    throw unwritableLog(where, 'it is open for reading only');
  }
  return {
    append: refuse,
    putSnapshot: refuse,
    putBlob: refuse,
    deleteBlob: refuse,
    acquire: refuse,
    renew: refuse,
    release: refuse,
    deleteStream: refuse,
    reclaim: refuse,
  };
}
