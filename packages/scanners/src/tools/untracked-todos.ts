/** Name under which untracked notes are counted in the base. */
export const untrackedTodoRule = 'untracked-todo';

const note = /(?:\/\/|\/\*|^\s*\*|#|--)\s*.*\b(?:TODO|FIXME|HACK|XXX)\b/;
const reference =
  /#\d+|https?:\/\/|\b[A-Z][A-Z0-9]+-\d+\b|\b(?:issues?|bugs?|tickets?)[/ ]\d+|(?:TODO|FIXME)\([^)]*\d[^)]*\)|\bcrbug|\bb\/\d+/;

/** Lines with a TODO or FIXME that names no issue. */
export function untrackedTodosIn(text: string): readonly number[] {
  if (!/\b(?:TODO|FIXME|HACK|XXX)\b/.test(text)) return [];
  return text
    .split('\n')
    .flatMap((line, index) =>
      line.length < 1_000 && note.test(line) && !reference.test(line) ? [index + 1] : [],
    );
}
