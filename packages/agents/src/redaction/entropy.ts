/** Shannon entropy of the characters of a text, in bits per character. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) {
    const share = count / text.length;
    bits -= share * Math.log2(share);
  }
  return bits;
}

/**
 * True for text that looks drawn at random: letters and digits mixed, and an entropy of at least
 * `bits`. Plain hexadecimal (digests, object ids), version strings, paths and words are not.
 */
export function looksRandom(text: string, bits: number): boolean {
  if (/^[0-9a-f]+$/i.test(text) || !/\d/.test(text) || !/[a-z]/i.test(text)) return false;
  if (/^(?:sha\d{1,3}-|[a-z]+(?:[._/-][a-z]+)+$)/i.test(text)) return false;
  return entropyOf(text) >= bits;
}

/**
 * True for a long run of encoded bytes (base64 and its kin): mixed case, one piece of at least 24
 * characters that looks random. Paths with a digest in them and spelled-out alphabets are not.
 */
export function looksEncoded(run: string): boolean {
  if (/abcdefghijk|0123456789a/i.test(run)) return false;
  const mixed = (piece: string) => /[a-z]/.test(piece) && /[A-Z]/.test(piece);
  return (
    looksRandom(run, 4.4) &&
    run.split('/').some((piece) => piece.length >= 24 && mixed(piece) && looksRandom(piece, 4))
  );
}
