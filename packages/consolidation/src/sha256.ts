/**
 * Returns the SHA-256 digest of a text, as 64 lower-case hex digits. The text is hashed as UTF-8.
 *
 * By the platform where it can do so at once, else by our own code.
 */
export const sha256: (text: string) => string = platformSha256() ?? portableSha256;

/** Digest of a list of texts; no two lists share one, whatever the texts contain. */
export function digestOf(parts: readonly string[]): string {
  return sha256(JSON.stringify(parts));
}

interface NodeCrypto {
  readonly hash?: (algorithm: string, text: string) => string;
}

function platformSha256(): ((text: string) => string) | null {
  const builtin = globalThis.process?.getBuiltinModule?.('node:crypto') as NodeCrypto | undefined;
  const hash = builtin?.hash;
  return hash ? (text) => hash('sha256', text) : null;
}

/**
 * The same digest without any platform API: consolidation runs inside the statechart and in the
 * browser alike, and browsers hash in promises only.
 *
 * @see FIPS 180-4
 */
export function portableSha256(text: string): string {
  const blocks = padded(encoder.encode(text));
  const state = Int32Array.from(initialState);
  const schedule = new Int32Array(64);
  for (let offset = 0; offset < blocks.byteLength; offset += 64) {
    compress(state, schedule, new DataView(blocks.buffer, offset, 64));
  }
  let digest = '';
  for (const word of state) digest += (word >>> 0).toString(16).padStart(8, '0');
  return digest;
}

const encoder = new TextEncoder();
const primes = firstPrimes(64);
const initialState = primes.slice(0, 8).map((prime) => fractionBits(Math.sqrt(prime)));
const roundConstants = Int32Array.from(primes, (prime) => fractionBits(Math.cbrt(prime)));

function firstPrimes(count: number): readonly number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return found;
}

function fractionBits(value: number): number {
  return Math.floor((value - Math.floor(value)) * 2 ** 32);
}

/** The message, a one bit, zeros, and the length in bits, in whole blocks of 64 bytes. */
function padded(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const blocks = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  blocks.set(message);
  blocks[message.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setUint32(blocks.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(blocks.length - 4, message.length << 3);
  return blocks;
}

function compress(state: Int32Array, schedule: Int32Array, block: DataView): void {
  for (let index = 0; index < 64; index += 1) {
    schedule[index] = index < 16 ? block.getInt32(index * 4) : expanded(schedule, index);
  }
  // Eight plain variables: this loop is the hot spot of identity, and arrays would cost half of it.
  let a = at(state, 0);
  let b = at(state, 1);
  let c = at(state, 2);
  let d = at(state, 3);
  let e = at(state, 4);
  let f = at(state, 5);
  let g = at(state, 6);
  let h = at(state, 7);
  for (let index = 0; index < 64; index += 1) {
    const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + big1 + choice + at(roundConstants, index) + at(schedule, index)) | 0;
    const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + big0 + majority) | 0;
  }
  state[0] = at(state, 0) + a;
  state[1] = at(state, 1) + b;
  state[2] = at(state, 2) + c;
  state[3] = at(state, 3) + d;
  state[4] = at(state, 4) + e;
  state[5] = at(state, 5) + f;
  state[6] = at(state, 6) + g;
  state[7] = at(state, 7) + h;
}

function expanded(schedule: Int32Array, index: number): number {
  const early = at(schedule, index - 15);
  const late = at(schedule, index - 2);
  const small0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
  const small1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
  return at(schedule, index - 16) + small0 + at(schedule, index - 7) + small1;
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function at(words: Int32Array, index: number): number {
  return words[index] as number;
}
