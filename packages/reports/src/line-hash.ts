const WINDOW = 100;
const BASE = 37n;
const END_OF_FILE = 0xffffn;

/**
 * Computes `primaryLocationLineHash` for every line of a text, as GitHub's upload step does.
 *
 * The hash of a line is the polynomial Σ c·37^(99-j) modulo 2^64 over the 100 UTF-16 units that
 * follow from its start, spaces and tabs left out, any line end read as one LF, the end of the file
 * as 0xFFFF and zeros behind it. `:n` counts equal hashes from the top of the file.
 *
 * @returns one `hex:count` a line, first line first
 */
export function lineHashes(text: string): string[] {
  const { units, starts } = normalise(text);
  const seen = new Map<string, number>();
  return starts.map((start) => {
    const hash = hashOf(units, start);
    const occurrence = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, occurrence);
    return `${hash}:${occurrence}`;
  });
}

function normalise(text: string): { readonly units: bigint[]; readonly starts: number[] } {
  const units: bigint[] = [];
  const starts: number[] = [0];
  for (const unit of text.replace(/\r\n?/g, '\n').replace(/[ \t]/g, '').split('')) {
    units.push(BigInt(unit.charCodeAt(0)));
    if (unit === '\n') starts.push(units.length);
  }
  units.push(END_OF_FILE);
  return { units, starts };
}

function hashOf(units: readonly bigint[], start: number): string {
  let hash = 0n;
  for (let offset = 0; offset < WINDOW; offset += 1) {
    hash = BigInt.asUintN(64, hash * BASE + (units[start + offset] ?? 0n));
  }
  return hash.toString(16);
}
