import type { ChangedFile, FileCoverage } from '@magi/contracts';
import type { Change } from '../change/change.ts';
import { isCode, nameOfLanguage } from '../change/language.ts';
import type { ChangedSource } from '../change/source.ts';
import type { CheckAnswer } from './answer.ts';

/** Says of every changed file how much of it the checks of a scanner saw, and why not more. */
export function coverageOf(
  change: Change,
  answers: readonly CheckAnswer[],
): readonly FileCoverage[] {
  const looked = new Set(answers.flatMap((answer) => answer.looked));
  const missed = new Set(answers.flatMap((answer) => answer.unsupported));
  return change.candidate.files.map((file) => ({
    file: file.path,
    ...stateOf(file, change, { looked, missed }),
  }));
}

type State = Omit<FileCoverage, 'file'>;

/** Files that some check looked at, and files that some check is about and cannot read. */
interface Sights {
  readonly looked: ReadonlySet<ChangedSource>;
  readonly missed: ReadonlySet<ChangedSource>;
}

function stateOf(file: ChangedFile, change: Change, { looked, missed }: Sights): State {
  if (file.excluded !== undefined) return { state: 'excluded', reason: file.excluded };
  if (file.kind !== 'text') return metadataOnly(file);
  const source = change.source(file.path);
  if (file.status === 'deleted')
    return { state: 'seen', reason: 'deleted; the base text was read' };
  if (source === undefined || source.head === null) {
    return { state: 'unseen', reason: 'the text could not be read' };
  }
  const facts = change.facts(source, 'head');
  if (facts?.limit && facts.missingTool === undefined) {
    return { state: 'partial', reason: `${facts.limit}: text rules only` };
  }
  const lookedAt = looked.has(source);
  const language = nameOfLanguage(source.language);
  if (lookedAt && !missed.has(source)) return { state: 'seen' };
  if (lookedAt && !isCode(source.language)) return { state: 'seen' };
  if (lookedAt) return { state: 'partial', reason: `${language}: only some checks read it` };
  return isCode(source.language)
    ? { state: 'unseen', reason: `${language}: no check of this scanner reads it` }
    : { state: 'excluded', reason: `${language}: not what this scanner is about` };
}

function metadataOnly(file: ChangedFile): State {
  switch (file.kind) {
    case 'symlink':
      return { state: 'seen', reason: 'symbolic link: name, mode and target' };
    case 'gitlink':
      return { state: 'seen', reason: 'submodule: name and commit' };
    case 'lfs_pointer':
      return { state: 'partial', reason: 'large file stored elsewhere: only its pointer was read' };
    default:
      return { state: 'partial', reason: 'binary: only name and mode were looked at' };
  }
}
