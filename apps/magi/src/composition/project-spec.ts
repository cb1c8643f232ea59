import { tmpdir } from 'node:os';
import { isAbsolute, relative, resolve } from 'node:path';
import { MagiError, ProjectSpec } from '@magi/contracts';
import type { TrustedFiles } from './trusted-files.ts';

/** What a run takes from the project file of seed 003. */
export interface ProjectWishes {
  readonly goal?: string;
  /** Folder that the files of the protocol go to, as it is written. */
  readonly artifacts?: string;
}

const places = ['project.magi.json', '.magi/project.magi.json'];

/**
 * Reads `project.magi.json`, where there is one: the goal and the folder for artefacts.
 *
 * @throws `MAGI_PROJECT_INVALID`; `MAGI_PROJECT_FOLDER` for a folder outside of the repository and
 * of the temporary folder of the machine
 */
export async function projectWishes(files: TrustedFiles, root: string): Promise<ProjectWishes> {
  for (const place of places) {
    const text = await files.read(place);
    if (text === null) continue;
    const { goal, environment } = parse(place, text);
    const folder = environment.temp_directory;
    return {
      ...(goal !== '' && { goal }),
      ...(folder !== undefined && { artifacts: checked(folder, root) }),
    };
  }
  return {};
}

function parse(place: string, text: string): ProjectSpec {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw invalid(place, (cause as Error).message);
  }
  const parsed = ProjectSpec.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalid(place, `${issue?.path.join('.') || 'the file'}: ${issue?.message}`);
}

/**
 * Absolute form of a folder that a project or a log names; both may come from somebody else.
 *
 * @throws `MAGI_PROJECT_FOLDER`
 */
export function allowedFolder(folder: string, root: string): string {
  const path = resolve(root, folder);
  if (isBelow(root, path) || isBelow(tmpdir(), path)) return path;
  throw new MagiError(
    'MAGI_PROJECT_FOLDER',
    `The temp_directory ${folder} of the project is outside of the repository.`,
    {
      hint: 'Name a folder in the repository or in the temporary folder, or use --artifacts DIR.',
      exitCode: 2,
    },
  );
}

function checked(folder: string, root: string): string {
  allowedFolder(folder, root);
  return folder;
}

function isBelow(parent: string, path: string): boolean {
  const way = relative(parent, path);
  return (
    way !== '' && !way.startsWith('..') && !isAbsolute(way) && !way.split('/').includes('.git')
  );
}

function invalid(place: string, reason: string): MagiError {
  return new MagiError('MAGI_PROJECT_INVALID', `${place}: ${reason}`, {
    hint: 'docs/formats/project-spec.schema.json describes the file.',
    exitCode: 2,
  });
}
