import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { ReviewOutput, RunsOutput } from '@magi/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, home, magi, magiJson } from './cli.ts';
import { faultyProject } from './projects.ts';

beforeAll(ensureBuilt, 120_000);

describe('a repository that cannot be written to', { timeout: 60_000 }, () => {
  it('is reviewed all the same, with the state in the XDG folder', async () => {
    const project = faultyProject();
    execFileSync('chmod', ['-R', 'a-w', project.dir]);
    const options = { obeysPermissions: true, env: { XDG_STATE_HOME: join(home, 'state') } };
    try {
      const reviewed = await magiJson<ReviewOutput>(
        project.dir,
        ['review', '--commit', 'HEAD'],
        options,
      );
      expect([reviewed.code, reviewed.json.verdict]).toEqual([1, 'REJECT']);
      expect(reviewed.stderr).toContain('cannot be written; the state of this run is kept in');
      const { json } = await magiJson<RunsOutput>(project.dir, ['runs'], options);
      expect(json.runs.map(({ id }) => id)).toEqual([reviewed.json.run.id]);
      const replayed = await magi(project.dir, ['replay', 'last'], options);
      expect(replayed.code).toBe(0);
      expect(existsSync(join(project.dir, '.git/magi'))).toBe(false);
    } finally {
      execFileSync('chmod', ['-R', 'u+w', project.dir]);
      project.remove();
    }
  });
});

describe('a file that cannot be read', { timeout: 60_000 }, () => {
  it('stops the review of the working tree, by name', async () => {
    const project = faultyProject();
    project.write({ 'src/secret.ts': 'export const x = 1;\n' });
    chmodSync(join(project.dir, 'src/secret.ts'), 0);
    const { code, stderr } = await magi(project.dir, ['review'], { obeysPermissions: true });
    project.remove();
    expect(stderr).toContain('src/secret.ts');
    expect(code).toBe(2);
  });
});

describe('state behind a symbolic link', { timeout: 60_000 }, () => {
  it('is refused', async () => {
    const project = faultyProject();
    const elsewhere = join(home, 'elsewhere');
    mkdirSync(elsewhere, { recursive: true });
    symlinkSync(elsewhere, join(project.dir, '.git/magi'));
    const { code, stderr } = await magi(project.dir, ['review', '--commit', 'HEAD']);
    project.remove();
    expect([code, stderr]).toEqual([5, expect.stringContaining('[MAGI_STATE_SYMLINK]')]);
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});
