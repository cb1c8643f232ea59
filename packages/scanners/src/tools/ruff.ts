import type { BuiltinCheck } from '../builtin/check.ts';
import type { FileFacts } from '../facts/file-facts.ts';
import type { Blob } from '../facts/read-facts.ts';

/** Facts of a Python file. */
export async function readPython(
  _blob: Blob,
  _checks: readonly BuiltinCheck[],
): Promise<Partial<FileFacts>> {
  return {};
}
