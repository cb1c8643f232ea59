/** Text with runs of white space made single blanks, cut at `limit` characters. */
export function oneLine(text: string, limit = 200): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > limit ? line.slice(0, limit) : line;
}
