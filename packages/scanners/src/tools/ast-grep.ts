import type { BuiltinCheck } from '../builtin/check.ts';
import type { FileFacts } from '../facts/file-facts.ts';
import type { Blob } from '../facts/read-facts.ts';

/** Facts of a file in a language that structural patterns read. */
export async function readPatterns(
  _blob: Blob,
  _checks: readonly BuiltinCheck[],
): Promise<Partial<FileFacts>> {
  return {};
}
