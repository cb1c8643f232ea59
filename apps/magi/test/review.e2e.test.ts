import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReviewOutput, RunsOutput } from '@magi/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, magi, magiJson } from './cli.ts';
import { faultyProject, harmlessProject } from './projects.ts';

const faulty = faultyProject();
const harmless = harmlessProject();
beforeAll(ensureBuilt, 120_000);
afterAll(() => {
  faulty.remove();
  harmless.remove();
});

describe('magi review', { timeout: 60_000 }, () => {
  it('finds problems on changed lines only, with correct numbers, and exits 1', async () => {
    const { code, json } = await review(faulty);
    const places = json.findings.map(({ file, line }) => `${file}:${line}`);
    expect(code).toBe(1);
    expect(json.verdict).toBe('REJECT');
    expect(new Set(places)).toEqual(new Set(['src/list.ts:8', 'src/list.ts:9']));
    for (const { line, evidence } of json.findings) {
      expect(lineOf(faulty, 'src/list.ts', line)).toContain(evidence);
    }
  });

  it('accepts a harmless change, says how many checks were evaluated, and exits 0', async () => {
    const { code, json } = await review(harmless);
    expect([code, json.verdict, json.findings]).toEqual([0, 'ACCEPT', []]);
    expect(json.evaluated.checks).toBeGreaterThan(10);
    const { stdout } = await magi(harmless.dir, ['review', '--commit', 'HEAD']);
    expect(stdout).toMatch(/^✔ ACCEPT {2}no findings · \d+ of \d+ checks evaluated$/m);
  });

  it('describes the candidate as git does', async () => {
    const { json } = await review(faulty);
    expect(json.candidate).toMatchObject({
      base: faulty.base,
      head: faulty.head,
      treeHash: faulty.git('rev-parse', `${faulty.head}^{tree}`),
      baseTreeHash: faulty.git('rev-parse', `${faulty.base}^{tree}`),
      files: [{ path: 'src/list.ts', status: 'modified', added: 6, removed: 0 }],
    });
  });

  it('gives the same checks, findings and order for the same candidate', async () => {
    const [one, other] = [await review(faulty), await review(faulty)];
    expect(other.json.checks).toEqual(one.json.checks);
    expect(other.json.findings).toEqual(one.json.findings);
    expect(other.json.constraints).toEqual(one.json.constraints);
    expect(other.json.coverage).toEqual(one.json.coverage);
  });

  it('makes every check that nobody can decide incomplete with --require-all', async () => {
    const { code, json } = await magiJson<ReviewOutput>(harmless.dir, [
      ...['review', '--commit', 'HEAD', '--require-all'],
    ]);
    expect([code, json.verdict]).toEqual([5, 'INCOMPLETE']);
  });

  it('reviews uncommitted work, untracked files included', async () => {
    const project = harmlessProject();
    project.write({ 'src/new.ts': 'export const run = (text: string) => eval(text);\n' });
    const { code, json } = await magiJson<ReviewOutput>(project.dir, ['review']);
    project.remove();
    expect(code).toBe(1);
    expect(json.candidate.head).toBe('worktree');
    expect(json.findings.map(({ file }) => file)).toContain('src/new.ts');
  });

  it('reviews the index alone with --staged', async () => {
    const project = harmlessProject();
    project.write({ 'src/new.ts': 'export const two = 2;\n' });
    project.git('add', 'src/new.ts');
    project.write({ 'src/new.ts': 'export const run = (text: string) => eval(text);\n' });
    const { json } = await magiJson<ReviewOutput>(project.dir, ['review', '--staged']);
    project.remove();
    expect(json.findings).toEqual([]);
    expect(json.candidate.files).toMatchObject([{ path: 'src/new.ts', added: 1 }]);
  });

  it('reviews named files alone, also from a folder below the top', async () => {
    const project = harmlessProject();
    project.write({ 'src/a.ts': 'export const a = 1;\n', 'src/b.ts': 'export const b = 1;\n' });
    const { json } = await magiJson<ReviewOutput>(join(project.dir, 'src'), ['review', 'b.ts']);
    project.remove();
    expect(json.candidate.files.map(({ path }) => path)).toEqual(['src/b.ts']);
  });

  it('keeps standard output to the result, whatever is shown beside it', async () => {
    const { stdout, stderr } = await magi(faulty.dir, ['review', '--commit', 'HEAD', '--json'], {
      env: { CI: 'true', FORCE_COLOR: '1' },
    });
    expect(ReviewOutput.safeParse(JSON.parse(stdout)).success).toBe(true);
    expect(stderr).toMatch(/^✔ security +completed, \d+ findings/m);
    const quiet = await magi(faulty.dir, ['review', '--commit', 'HEAD', '--json', '--quiet']);
    expect(quiet.stderr).toBe('');
  });

  it.each([
    [{ FORCE_COLOR: '1' }, [], true],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, [], false],
    [{ FORCE_COLOR: '1' }, ['--no-color'], false],
    [{}, [], false],
  ] as const)('colours standard output with %j %j: %s', async (env, flags, isColoured) => {
    const { stdout } = await magi(harmless.dir, ['review', '--commit', 'HEAD', ...flags], { env });
    expect(stdout.includes('\u001b[')).toBe(isColoured);
  });

  it('writes several reports at once', async () => {
    const { stdout } = await magi(faulty.dir, [
      ...['review', '--commit', 'HEAD', '--reporter', 'concise'],
      ...['--reporter', 'sarif=out/magi.sarif', '--reporter', 'github-review=out/review.json'],
    ]);
    const read = (name: string) => JSON.parse(readFileSync(join(faulty.dir, 'out', name), 'utf8'));
    expect(stdout).toMatch(/^src\/list\.ts:8: critical: /m);
    expect(read('magi.sarif').runs[0].results[0].partialFingerprints).toHaveProperty(
      'primaryLocationLineHash',
    );
    expect(read('review.json').comments).toContainEqual(
      expect.objectContaining({ path: 'src/list.ts', line: 9, side: 'RIGHT' }),
    );
  });

  it.each([
    ['never', 0],
    ['critical', 1],
  ])('exits by --fail-on %s with %i', async (failOn, expected) => {
    const { code } = await magi(faulty.dir, ['review', '--commit', 'HEAD', '--fail-on', failOn]);
    expect(code).toBe(expected);
  });

  it('lists its runs, newest first', async () => {
    await review(faulty);
    const { json } = await magiJson<RunsOutput>(faulty.dir, ['runs']);
    const ids = RunsOutput.parse(json).runs.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort().reverse());
    expect(json.runs[0]).toMatchObject({ protocol: 'magi', verdict: 'REJECT', outcome: 'stopped' });
  });
});

describe('magi', () => {
  it('prints its version without loading the rest', async () => {
    const { stdout } = await magi('/', ['--version']);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('examines what it needs', async () => {
    const { code, json } = await magiJson<{ examinations: { name: string; state: string }[] }>(
      harmless.dir,
      ['doctor'],
    );
    expect(code).toBe(0);
    expect(json.examinations).toEqual(
      expect.arrayContaining(
        ['node', 'repository', 'log', 'configuration', 'oxlint'].map((name) =>
          expect.objectContaining({ name, state: 'ok' }),
        ),
      ),
    );
  });

  it('ends quietly when its reader goes away', () => {
    const bin = new URL('../bin/magi.js', import.meta.url).pathname;
    const shell = `"${process.execPath}" "${bin}" graph --format json | head -c 1 >/dev/null; echo "\${PIPESTATUS[0]}"`;
    const output = execFileSync('bash', ['-c', shell], {
      cwd: '/',
      encoding: 'utf8',
      stdio: 'pipe',
    });
    expect(output.trim()).toBe('0');
  });
});

async function review(project: ReturnType<typeof faultyProject>) {
  const args = ['review', '--base', project.base, '--head', project.head];
  const result = await magiJson<ReviewOutput>(project.dir, args);
  return { ...result, json: ReviewOutput.parse(result.json) };
}

function lineOf(project: ReturnType<typeof faultyProject>, file: string, line: number): string {
  return project.git('show', `${project.head}:${file}`).split('\n')[line - 1] ?? '';
}
