import type { AgentProfile, MagiConfig, ReviewOutput } from '@magi/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, magi, magiJson } from './cli.ts';
import { harmlessProject } from './projects.ts';

const project = harmlessProject();
beforeAll(ensureBuilt, 120_000);
afterAll(() => project.remove());

describe('a scanner that gives no answer', { timeout: 60_000 }, () => {
  it.each<[string, readonly string[], number, RegExp]>([
    ['crashes', ['false'], 5, /exit|code 1|crash/i],
    ['cannot be started', ['no-such-program-here'], 4, /no-such-program-here|not found|ENOENT/i],
    ['hangs', ['sleep', '600'], 5, /time-?out|timed out|no answer within/i],
    ['answers nonsense', ['echo', 'Looks good to me!'], 5, /JSON|answer/i],
    ['claims without checks', ['echo', '{"verdict":"ACCEPT"}'], 5, /check|answer/i],
  ])(
    'because it %s leaves the review incomplete and is named',
    async (_how, command, exitCode, reason) => {
      const { code, json } = await reviewedBy({ kind: 'command', command: [...command] });
      expect([code, json.verdict]).toEqual([exitCode, 'INCOMPLETE']);
      expect(json.incomplete).toMatchObject([
        { scanner: 'faulty', status: expect.any(String), reason: expect.stringMatching(reason) },
      ]);
    },
  );

  it('is named on the terminal beside the verdict', async () => {
    configure({ kind: 'command', command: ['false'] });
    const { stdout } = await magi(project.dir, [
      'review',
      '--commit',
      'HEAD',
      '--scanners',
      'faulty',
    ]);
    expect(stdout).toMatch(/^◌ INCOMPLETE/);
    expect(stdout).toMatch(/Scanners that did not finish\n {2}faulty {2}/);
  });

  it('is left out with --offline', async () => {
    configure({ kind: 'command', command: ['false'] });
    const { code, json } = await magiJson<ReviewOutput>(project.dir, [
      ...['review', '--commit', 'HEAD', '--offline'],
    ]);
    expect([code, json.verdict]).toEqual([0, 'ACCEPT']);
  });
});

function reviewedBy(profile: AgentProfile) {
  configure(profile);
  const args = ['review', '--commit', 'HEAD', '--scanners', 'faulty'];
  return magiJson<ReviewOutput>(project.dir, args);
}

/** Configuration that the head does not contain is the user's own, so it counts. */
function configure(profile: AgentProfile): void {
  const config: MagiConfig = {
    agents: { robot: profile },
    reviewers: [{ id: 'faulty', persona: 'core', agent: 'robot' }],
    scanners: { timeoutMs: 5000 },
    sandbox: 'off',
  };
  project.write({ 'magi.config.json': JSON.stringify(config) });
}
