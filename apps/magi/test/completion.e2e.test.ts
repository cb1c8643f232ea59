import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReviewOutput } from '@magi/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, home, magi, magiJson } from './cli.ts';
import { faultyProject } from './projects.ts';

const project = faultyProject();
const bin = join(project.dir, '.git/bin');
let review: ReviewOutput;
beforeAll(async () => {
  await ensureBuilt();
  ({ json: review } = await magiJson<ReviewOutput>(project.dir, ['review', '--commit', 'HEAD']));
  mkdirSync(bin);
  symlinkSync(
    resolve(fileURLToPath(new URL('../bin/magi.js', import.meta.url))),
    join(bin, 'magi'),
  );
}, 120_000);
afterAll(() => project.remove());

describe('completion in bash', { timeout: 120_000 }, () => {
  it.each([
    ['re', ['resume', 'replay', 'review']],
    ['--de', ['--debug']],
    ['review --fail-on ', ['gating', 'critical', 'warning', 'info', 'never']],
    ['review --fail-on=crit', ['critical']],
    ['review --protocol rev', ['review-fix', 'review-fix-loop', 'revise']],
    ['runs --verdict A', ['ACCEPT']],
    ['completion ', ['bash', 'zsh', 'fish']],
    ['nonsense ', []],
    ['what-if last --gate ', []],
    ['log --js', ['--jsonl']],
  ])('of "magi %s" offers what may come next', async (line, words) => {
    expect([...(await complete(line))].sort()).toEqual([...words].sort());
  });

  it('offers the runs of the repository, also of another folder', async () => {
    expect(await complete('replay ')).toEqual(['last', review.run.id]);
    expect(await complete(`-C ${project.dir} status ${review.run.id.slice(0, 4)}`, '/')).toEqual([
      review.run.id,
    ]);
  });

  it('offers the findings of the run that is meant', async () => {
    const ids = review.findings.map(({ id }) => id);
    expect([...(await complete('dismiss last '))].sort()).toEqual([...ids].sort());
    const [first = '', ...others] = ids;
    expect([...(await complete(`dismiss last ${first} `))].sort()).toEqual([...others].sort());
  });

  it('leaves paths to the shell', async () => {
    expect(await complete('export last -o src/li')).toEqual(['src/list.ts']);
    expect(await complete('review src/li')).toEqual(['src/list.ts']);
  });

  it('offers an option once, and one that may be repeated again', async () => {
    expect(await complete('review --json --js')).toEqual([]);
    expect(await complete('review --reporter json --repor')).toEqual(['--reporter']);
  });
});

describe('completion scripts', { timeout: 60_000 }, () => {
  it('are written for zsh and fish as well, and for no other shell', async () => {
    expect((await magi('/', ['completion', 'zsh'])).stdout).toMatch(/^#compdef magi\n/);
    expect((await magi('/', ['completion', 'fish'])).stdout).toContain('complete -c magi');
    const { code, stderr } = await magi('/', ['completion', 'csh']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('bash, zsh, fish')]);
  });

  it('are not disturbed by whatever is wrong', async () => {
    for (const words of [
      [],
      ['log', 'nothing', '--at', ''],
      ['dismiss', 'nothing', ''],
      ['x', 'y'],
    ]) {
      const { code, stdout, stderr } = await magi('/', ['complete', '--', ...words]);
      expect([code, stderr]).toEqual([0, '']);
      if (words.length > 0) expect(stdout).toBe('');
    }
  });

  it('do not stand in the way of the help', async () => {
    const { stdout } = await magi('/', ['--help']);
    expect(stdout).toContain('completion');
    expect(stdout).not.toMatch(/^ {2}complete /m);
  });
});

/** What bash would offer with the cursor at the end of the line. */
async function complete(line: string, cwd = project.dir): Promise<readonly string[]> {
  const script = `
    source <(magi completion bash)
    line="magi $1"
    # Bash takes words apart at blanks and equals signs.
    read -r -a COMP_WORDS <<< "\${line//=/ = }"
    [[ "$line" == *" " ]] && COMP_WORDS+=("")
    COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
    _magi
    printf '%s\\n' "\${COMPREPLY[@]}"
  `;
  const env = { PATH: `${bin}:${process.env.PATH}`, HOME: home };
  const output = execFileSync('bash', ['-c', script, 'bash', line], { cwd, env, encoding: 'utf8' });
  return output.split('\n').filter((word) => word !== '');
}
