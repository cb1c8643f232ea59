import { isUtf8 } from 'node:buffer';

/** A path of a tree as it is shown, and its bytes where the shown form is not the path itself. */
export interface PathName {
  readonly path: string;
  /** Base64 of a path that is not valid UTF-8. */
  readonly raw?: string;
}

/** Names a path; bytes that are not valid UTF-8 are shown as `\xNN`, and so are backslashes then. */
export function pathName(data: Buffer, start = 0, end = data.length): PathName {
  if (isAscii(data, start, end)) return { path: data.toString('latin1', start, end) };
  const bytes = data.subarray(start, end);
  if (isUtf8(bytes)) return { path: bytes.toString('utf8') };
  return { path: escaped(bytes), raw: bytes.toString('base64') };
}

/** Most paths are, and then no view of the bytes has to be made: there may be many paths. */
function isAscii(data: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if ((data[at] ?? 0) >= 0x80) return false;
  return true;
}

/** Bytes of a path as git knows it. */
export function pathBytes(name: PathName): Buffer {
  return name.raw === undefined ? Buffer.from(name.path) : Buffer.from(name.raw, 'base64');
}

function escaped(bytes: Buffer): string {
  let shown = '';
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at);
    shown +=
      length === 0
        ? `\\x${(bytes[at] ?? 0).toString(16).padStart(2, '0')}`
        : bytes.toString('utf8', at, at + length);
    at += Math.max(length, 1);
  }
  return shown;
}

/** Length of the valid UTF-8 sequence at a position, 0 for a byte that has to be escaped. */
function sequenceLength(bytes: Buffer, at: number): number {
  const backslash = 0x5c;
  if (bytes[at] === backslash) return 0;
  for (let length = 1; length <= 4 && at + length <= bytes.length; length += 1) {
    if (isUtf8(bytes.subarray(at, at + length))) return length;
  }
  return 0;
}
