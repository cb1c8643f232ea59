import { sanitiseForTerminal, sanitiseLine } from '@magi/contracts';

/** Text of a finding as one safe line: control characters shown, line ends turned into spaces. */
export function oneLine(text: string): string {
  return sanitiseForTerminal(text)
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}

/** A path as one safe line in which nothing looks like something else: line ends are shown, too. */
export function safePath(path: string): string {
  return sanitiseLine(path);
}

/** Text of a finding as safe lines. */
export function safeLines(text: string): string[] {
  return sanitiseForTerminal(text.replace(/\r\n?/g, '\n')).replace(/\n+$/, '').split('\n');
}

/** `1 finding`, `2 findings`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Cuts text to at most `limit` UTF-8 bytes at a line end and appends `notice` when it had to. */
export function cutToBytes(text: string, limit: number, notice: string): string {
  if (Buffer.byteLength(text) <= limit) return text;
  const room = Buffer.from(text).subarray(0, limit - Buffer.byteLength(notice) - 1);
  const lastLine = room.lastIndexOf(0x0a);
  return `${room.subarray(0, Math.max(lastLine, 0)).toString('utf8')}\n${notice}`;
}
