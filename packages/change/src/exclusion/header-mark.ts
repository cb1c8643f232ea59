/** How much of a file is looked at. */
export const headerBytes = 4096;

const marks = [
  /(?:^|\s)@generated(?![\w-])/,
  /<auto-?generated\s*\/?>/i,
  /\bgenerated\b.*\bdo not (?:edit|modify)\b/i,
  /\bdo not (?:edit|modify)\b.*\bgenerated\b/i,
];
const commentStart = /^\s*(?:\/\/|\/\*|\*|#|--|;|%|<!--|\(\*|"""|'''|REM\b|dnl\b)/;
const blockEnd = /\*\/|-->|\*\)/;

/**
 * Whether the comment at the top of a file says that a program wrote it.
 *
 * Only the first run of comment lines counts: code that merely speaks of such marks is not
 * generated.
 */
export function hasGeneratedMark(start: Uint8Array): boolean {
  const lines = Buffer.from(start).subarray(0, headerBytes).toString('utf8').split(/\r?\n/);
  let insideBlock = false;
  for (const line of lines) {
    const isComment = insideBlock || commentStart.test(line);
    if (!isComment && line.trim() !== '') return false;
    if (isComment && marks.some((mark) => mark.test(line))) return true;
    if (/^\s*(?:\/\*|<!--|\(\*)/.test(line)) insideBlock = true;
    if (insideBlock && blockEnd.test(line)) insideBlock = false;
  }
  return false;
}
