/** Orders text by its UTF-8 bytes, as SQLite does; JavaScript's own order differs beyond the BMP. */
export function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
