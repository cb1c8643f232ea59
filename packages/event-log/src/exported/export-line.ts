import { Instant, Sha256, type StoredEvent } from '@magi/contracts';
import { z } from 'zod';

/** Line of an export that carries the bytes of a blob. */
export const BlobLine = z.strictObject({ $blobContent: Sha256, base64: z.base64() });

/** Line of an export that says why a blob is not in it. */
export const PurgeLine = z.strictObject({ $blobPurged: Sha256, at: Instant, reason: z.string() });

/** What a line of an exported log holds. */
export type ExportLine =
  | { readonly kind: 'event'; readonly event: Omit<StoredEvent, 'pos'> }
  | { readonly kind: 'blob'; readonly sha256: string; readonly base64: string }
  | {
      readonly kind: 'purge';
      readonly sha256: string;
      readonly at: string;
      readonly reason: string;
    }
  | { readonly kind: 'broken'; readonly reason: string };

/** Follows the body, without its closing brace, in the line of an entry. */
const TAIL = /,"id":"((?:[^"\\]|\\.)*)","hash":"([0-9a-f]{64})"\}$/;

/** How an entry begins that was written by `appendEntries`: its place can be read without parsing. */
const HEAD =
  /^\{"v":\d+,"seq":(\d{1,15}),"at":"([^"\\]+)","run":"([^"\\]+)","onState":(?:null|"[0-9a-f]{64}"),"(?:in|note)":\{"type":"([^"\\]+)"/;

/**
 * The line of a stored entry: its body, byte for byte, with `id` and `hash` as last two fields.
 *
 * Null for a body that is not one line of a JSON object with fields.
 */
export function toExportLine(event: StoredEvent): string | null {
  const { body, id, hash } = event;
  if (!body.startsWith('{"') || !body.endsWith('}') || body.includes('\n')) return null;
  return `${body.slice(0, -1)},"id":${JSON.stringify(id)},"hash":"${hash}"}`;
}

/**
 * Reads one line back; the body of an entry comes out byte for byte.
 *
 * Whether a body is an entry in all its parts is not asked here: its hash says whether it is what
 * was stored.
 */
export function parseExportLine(line: string): ExportLine {
  const tail = TAIL.exec(line);
  if (tail === null) return parseOtherLine(line);
  const place = placeIn(line);
  if (place === null) return { kind: 'broken', reason: 'it is not an entry' };
  const body = ownCopy(`${line.slice(0, tail.index)}}`);
  const id = JSON.parse(`"${tail[1]}"`) as string;
  return { kind: 'event', event: { ...place, id, body, hash: ownCopy(tail[2] as string) } };
}

/** A part of a text keeps the whole text in memory: half of what a long log would need. */
function ownCopy(text: string): string {
  return Buffer.from(text).toString();
}

function placeIn(line: string): Pick<StoredEvent, 'stream' | 'version' | 'at' | 'type'> | null {
  const head = HEAD.exec(line);
  if (head !== null) {
    const [, seq, at, run, type] = head as unknown as [string, string, string, string, string];
    return { stream: ownCopy(run), version: Number(seq) + 1, at: ownCopy(at), type: ownCopy(type) };
  }
  const data = parseObject(line);
  const { run, seq, at, in: input, note } = data ?? {};
  const type = (input as { type?: unknown })?.type ?? (note as { type?: unknown })?.type;
  const isPlace =
    typeof run === 'string' &&
    typeof at === 'string' &&
    typeof type === 'string' &&
    Number.isSafeInteger(seq) &&
    (seq as number) >= 0;
  return isPlace ? { stream: run, version: (seq as number) + 1, at, type } : null;
}

function parseOtherLine(line: string): ExportLine {
  const data = parseObject(line);
  if (data === null) return { kind: 'broken', reason: 'it is not a JSON object' };
  if ('$blobContent' in data) return parseBlobLine(data);
  if ('$blobPurged' in data) return parsePurgeLine(data);
  return { kind: 'broken', reason: 'it has no `id` and `hash` at its end' };
}

function parseBlobLine(data: unknown): ExportLine {
  const parsed = BlobLine.safeParse(data);
  if (!parsed.success) return { kind: 'broken', reason: 'it is not the content of a blob' };
  return { kind: 'blob', sha256: parsed.data.$blobContent, base64: parsed.data.base64 };
}

function parsePurgeLine(data: unknown): ExportLine {
  const parsed = PurgeLine.safeParse(data);
  if (!parsed.success) return { kind: 'broken', reason: 'it is not a note of a purge' };
  const { $blobPurged, at, reason } = parsed.data;
  return { kind: 'purge', sha256: $blobPurged, at, reason };
}

function parseObject(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const data: unknown = JSON.parse(line);
    return typeof data === 'object' && data !== null && !Array.isArray(data)
      ? (data as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
