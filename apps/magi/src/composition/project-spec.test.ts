import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectWishes } from './project-spec.ts';
import type { TrustedFiles } from './trusted-files.ts';

it('wishes nothing where there is no project file', async () => {
  expect(await given(null)).toEqual({});
});

it('takes the goal and the folder for artefacts', async () => {
  expect(await given({ goal: 'Faster', environment: { temp_directory: '.temp/magi' } })).toEqual({
    goal: 'Faster',
    artifacts: '.temp/magi',
  });
});

it('takes a folder in the temporary folder of the machine', async () => {
  const folder = join(tmpdir(), 'magi');
  expect(await given({ environment: { temp_directory: folder } })).toMatchObject({
    artifacts: folder,
  });
});

it.each(['/etc', '../elsewhere', '.', '.git/hooks'])('refuses the folder %s', async (folder) => {
  await expect(given({ environment: { temp_directory: folder } })).rejects.toMatchObject({
    code: 'MAGI_PROJECT_FOLDER',
    exitCode: 2,
  });
});

it('names what is wrong with the file', async () => {
  await expect(given({ goal: 7 })).rejects.toThrow('project.magi.json: goal: ');
});

function given(spec: object | null) {
  const full = { goal: '', target_files: [], environment: {}, active_protocol: 'MAGI', ...spec };
  const read = async (path: string): Promise<string | null> =>
    spec !== null && path === 'project.magi.json' ? JSON.stringify(full) : null;
  return projectWishes({ read } as TrustedFiles, '/r');
}
