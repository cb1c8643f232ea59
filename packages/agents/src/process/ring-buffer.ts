/** Keeps the last bytes of a stream; answers stand at the end of what an agent prints. */
export interface RingBuffer {
  push(chunk: Uint8Array): void;
  /** Bytes that went through, kept or not. */
  readonly total: number;
  bytes(): Buffer;
}

/** A buffer that holds at least the last `maxBytes` bytes, in whole chunks. */
export function createRingBuffer(maxBytes: number): RingBuffer {
  const chunks: Uint8Array[] = [];
  let kept = 0;
  let total = 0;
  return {
    push(chunk) {
      chunks.push(chunk);
      kept += chunk.length;
      total += chunk.length;
      while (kept - (chunks[0]?.length ?? 0) >= maxBytes) kept -= chunks.shift()?.length ?? 0;
    },
    get total() {
      return total;
    },
    bytes() {
      const all = Buffer.concat(chunks);
      return all.length > maxBytes ? all.subarray(all.length - maxBytes) : all;
    },
  };
}
