import type { ChangedFile, FileCoverage } from '@magi/contracts';
import type { GroupAnswer } from './group-answer.ts';

/**
 * What a reviewer saw of each changed file: a file is seen when every part of it was in a prompt that
 * was answered in full, by every sample.
 */
export function coverageOfGroups(
  files: readonly ChangedFile[],
  answers: readonly GroupAnswer[],
): readonly FileCoverage[] {
  return files.map((file) => ({ file: file.path, ...stateOf(file, answers) }));
}

function stateOf(file: ChangedFile, answers: readonly GroupAnswer[]): Omit<FileCoverage, 'file'> {
  if (file.excluded !== undefined) return { state: 'excluded', reason: file.excluded };
  const own = answers.filter(({ group }) => group.parts.some((part) => part.file === file.path));
  const failed = own.filter(({ answer }) => answer.status !== 'ok');
  const [first] = failed;
  if (own.length === 0) return { state: 'unseen', reason: 'it was in no prompt' };
  if (first && first.answer.status !== 'ok')
    return failed.length === own.length
      ? { state: 'unseen', reason: first.answer.reason }
      : { state: 'partial', reason: `${failed.length} of ${own.length} calls were not answered` };
  if (file.kind === 'text' || file.kind === 'symlink' || file.kind === 'gitlink')
    return { state: 'seen' };
  return { state: 'partial', reason: 'binary: only name and mode were looked at' };
}
