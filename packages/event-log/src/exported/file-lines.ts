import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
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
export async function readFileLines(file: string): Promise<Iterable<ExportedLine>> {
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
  return splitLines(unpacked, isDamaged ? [DAMAGED_PACKING] : []);
}

/** One line at a time: all of them together would need as much memory again as the log. */
function* splitLines(bytes: Buffer, more: readonly ExportedLine[] = []): Generator<ExportedLine> {
  for (let start = 0; start < bytes.length; ) {
    const lineBreak = bytes.indexOf(LINE_BREAK, start);
    const end = lineBreak < 0 ? bytes.length : lineBreak;
    if (end > start) yield toLine(bytes.subarray(start, end), lineBreak >= 0);
    start = end + 1;
  }
  yield* more;
}

function toLine(bytes: Buffer, isComplete: boolean): ExportedLine {
  if (!isUtf8(bytes)) return { fault: 'it is not UTF-8', isComplete };
  return { text: bytes.toString('utf8'), isComplete };
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
