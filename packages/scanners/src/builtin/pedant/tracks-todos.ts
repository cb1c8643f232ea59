import type { Change } from '../../change/change.ts';
import { isCode } from '../../change/language.ts';
import { isKept } from '../../review/calibrated-rules.ts';
import { untrackedTodoRule, untrackedTodosIn } from '../../tools/untracked-todos.ts';
import type { BuiltinCheck, FileHit } from '../check.ts';
import { isComment } from '../suppressions.ts';

/** New notes to come back name where they are tracked, if those of the base do. */
export const tracksTodos: BuiltinCheck = {
  id: 'tracks_todos',
  about: (source) => source.head !== null && isCode(source.language) && source.limit === null,
  change: async (change) => {
    const hits: FileHit[] = change.sources
      .filter((source) => source.head !== null && isCode(source.language) && source.limit === null)
      .flatMap((source) =>
        untrackedTodosIn(source.head ?? '')
          .filter((line) => source.added.has(line) && isComment(change, source, line))
          .map((line) => ({
            rule: untrackedTodoRule,
            severity: 'info' as const,
            file: source.path,
            line,
            endLine: line,
            message: 'The note says what is to be done and not where it is tracked.',
            suggestion: 'Name the issue, or do it now.',
          })),
      );
    if (hits.length === 0) return { hits };
    return (await baseKeepsIt(change))
      ? { hits }
      : { hits: [], notes: ['tracks_todos: the base does not track its own notes'] };
  },
};

async function baseKeepsIt(change: Change): Promise<boolean> {
  const answer = await change.tools.calibration('product');
  return answer.ok && isKept(untrackedTodoRule, answer.value);
}
