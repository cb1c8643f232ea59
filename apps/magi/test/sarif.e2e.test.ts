import type { MagiConfig, ReviewOutput } from '@magi/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, magiJson } from './cli.ts';
import { faultyProject } from './projects.ts';

const project = faultyProject();
beforeAll(ensureBuilt, 120_000);
afterAll(() => project.remove());

describe('SARIF', { timeout: 60_000 }, () => {
  it('that magi wrote gives the same findings when it is read again', async () => {
    const written = await review(['--reporter', 'sarif=.git/out.sarif']);
    const failed = written.json.checks.filter(({ value }) => value === 'false').map(({ id }) => id);
    configure({ file: '.git/out.sarif', checks: Object.fromEntries(failed.map((id) => [id, id])) });
    const read = await review(['--scanners', 'tool']);
    expect(read.json.findings.map(essence)).toEqual(written.json.findings.map(essence));
  });

  it.each([
    ['exits with an error', 'echo "no luck" >&2; exit 3', /code 3: no luck/],
    ['prints nonsense', 'echo "all fine"', /SARIF/],
    ['hangs', 'sleep 600', /longer than|time-?out|no answer/],
  ])('of a command that %s leaves the review incomplete', async (_how, command, reason) => {
    configure({ command, timeoutMs: 3000 });
    const { code, json } = await review(['--scanners', 'tool']);
    expect([code, json.verdict]).toEqual([5, 'INCOMPLETE']);
    expect(json.incomplete).toMatchObject([
      { scanner: 'tool', reason: expect.stringMatching(reason) },
    ]);
  });
});

function review(args: readonly string[]) {
  return magiJson<ReviewOutput>(project.dir, ['review', '--commit', 'HEAD', ...args]);
}

function configure(source: object): void {
  const config = { sarif: [{ id: 'tool', ...source }] } as unknown as MagiConfig;
  project.write({ 'magi.config.json': JSON.stringify(config) });
}

function essence(finding: ReviewOutput['findings'][number]) {
  const { check, rule, severity, file, line, message, evidence, suggestion } = finding;
  return { check, rule, severity, file, line, message, evidence, suggestion };
}
