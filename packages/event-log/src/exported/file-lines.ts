import { readFile } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import { constants, createGunzip } from 'node:zlib';
import { MagiError } from '@magi/contracts';

/** One line of an exported log. */
export type ExportedLine =
  /** `isComplete`: a line break ends it; the last line of an interrupted write has none. */
  | { readonly text: string; readonly isComplete: boolean }
  /** What stands in the place of a line is no text. */
  | { readonly fault: string; readonly isComplete: boolean };

const LINE_BREAK = 10;

const DAMAGED_PACKING: ExportedLine = {
  fault: 'the gzip data is damaged from here on',
  isComplete: true,
};

/**
 * Lines of a file, also of one that gzip has packed; empty lines are left out.
 *
 * Packed data that ends early or is damaged gives the lines up to there.
 *
 * @throws `MAGI_LOG_MISSING`
 */
export async function readFileLines(file: string): Promise<readonly ExportedLine[]> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (cause) {
    throw new MagiError('MAGI_LOG_MISSING', `${file} cannot be read: ${(cause as Error).message}`, {
      exitCode: 2,
      cause,
    });
  }
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return splitLines(bytes);
  const { unpacked, isDamaged } = await unpack(bytes);
  const lines = splitLines(unpacked);
  return isDamaged ? [...lines, DAMAGED_PACKING] : lines;
}

function splitLines(bytes: Buffer): ExportedLine[] {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const lines: ExportedLine[] = [];
  for (let start = 0; start < bytes.length; ) {
    const lineBreak = bytes.indexOf(LINE_BREAK, start);
    const end = lineBreak < 0 ? bytes.length : lineBreak;
    if (end > start) {
      const isComplete = lineBreak >= 0;
      const text = decode(decoder, bytes.subarray(start, end));
      lines.push(text === null ? { fault: 'it is not UTF-8', isComplete } : { text, isComplete });
    }
    start = end + 1;
  }
  return lines;
}

function decode(decoder: TextDecoder, bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** Everything that can be unpacked before the end or the damage, whichever comes first. */
function unpack(bytes: Buffer): Promise<{ unpacked: Buffer; isDamaged: boolean }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const finish = (isDamaged: boolean) => resolve({ unpacked: Buffer.concat(chunks), isDamaged });
    // An early end is no error with this setting: the torn last line shows it.
    const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
    gunzip.on('data', (chunk: Buffer) => chunks.push(chunk));
    gunzip.on('end', () => finish(false));
    gunzip.on('error', () => finish(true));
    gunzip.end(bytes);
  });
}
