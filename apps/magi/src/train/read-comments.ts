import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Repository, readHistoryOf } from '@magi/change';
import { MagiError, type Result, type TrainingInput } from '@magi/contracts';
import {
  type MinedComment,
  readDocumentRules,
  readFeedback,
  readHistory,
  readReviewExport,
} from '@magi/trainer';
import { workingTreeFiles } from '../composition/trusted-files.ts';

type Reader = (
  name: string,
  text: string,
) => Result<readonly MinedComment[], { readonly kind: string; readonly message: string }>;

/**
 * What people said, from the sources of a training: feedback files, exported reviews, the history
 * of files or commits, and a component's documents and history, all read side by side.
 */
export async function readComments(
  sources: TrainingInput['sources'],
  { repository, cwd }: { readonly repository: Repository; readonly cwd: string },
): Promise<readonly MinedComment[]> {
  const fromFile = (read: Reader) => async (name: string) => {
    const text = await readFile(resolve(cwd, name), 'utf8').catch(() => null);
    if (text === null) throw unreadable(`${name} cannot be read.`);
    const comments = read(name, text);
    if (!comments.ok) throw unreadable(comments.error.message);
    return comments.value;
  };
  const historyOf = async (what: string) => readHistory(await readHistoryOf(repository, what));
  const { component } = sources;
  const parts = await Promise.all([
    ...sources.feedback.map(fromFile(readFeedback)),
    ...sources.reviews.map(fromFile(readReviewExport)),
    ...sources.history.map(historyOf),
    ...(component === null ? [] : [historyOf(component), documentsOf(repository, component)]),
  ]);
  return parts.flat();
}

async function documentsOf(
  { root }: Repository,
  component: string,
): Promise<readonly MinedComment[]> {
  const tree = workingTreeFiles(root);
  const names = ['README.md', 'DESIGN.md', 'CONTRIBUTING.md', 'AGENTS.md'];
  const documents = await Promise.all(
    names.map(async (name) => {
      const path = `${component.replace(/\/$/, '')}/${name}`;
      const bytes = await tree.readBytes(path);
      return bytes === null ? [] : [{ path, text: new TextDecoder().decode(bytes) }];
    }),
  );
  return readDocumentRules(documents.flat());
}

function unreadable(message: string): MagiError {
  return new MagiError('MAGI_TRAINING_INPUT', message, {
    hint: 'Give a list of remarks, review feedback, a constraints file, or an exported review.',
    exitCode: 2,
  });
}
