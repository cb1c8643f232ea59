import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Entry, type MagiConfig, type ReviewOutput, type RunsOutput } from '@magi/contracts';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureBuilt, magi, magiJson, start, until } from './cli.ts';
import { harmlessProject } from './projects.ts';

let project: ReturnType<typeof harmlessProject>;
beforeAll(ensureBuilt, 120_000);
beforeEach(() => {
  project = harmlessProject();
  configureSlowReviewer();
});
afterEach(() => project.remove());

describe('a run that is killed during a scan', { timeout: 120_000 }, () => {
  it('is finished by resume with the same verdict; finished scanners are not run again', async () => {
    const { child, result } = await startedReview();
    child.kill('SIGKILL');
    expect((await result).signal).toBe('SIGKILL');
    const { json: list } = await magiJson<RunsOutput>(project.dir, ['runs']);
    expect(list.runs).toMatchObject([{ outcome: null, verdict: null, state: 'scanning' }]);

    letReviewerAnswer();
    const run = list.runs[0]?.id ?? '';
    const resumed = await magiJson<ReviewOutput>(project.dir, ['review', '--resume', run]);
    expect([resumed.code, resumed.json.verdict]).toEqual([0, 'ACCEPT']);
    expect(startsOf(await entriesOf(run))).toEqual({
      'run/ground#1': 1,
      'run/scan.core#1': 1,
      'run/scan.security#1': 1,
      'run/scan.performance#1': 1,
      'run/scan.slow#1': 2,
    });

    const whole = await magiJson<ReviewOutput>(project.dir, ['review', '--commit', 'HEAD']);
    expect(resumed.json.verdict).toBe(whole.json.verdict);
    expect(resumed.json.checks).toEqual(whole.json.checks);
    expect((await magi(project.dir, ['verify', run])).code).toBe(0);
  });
});

describe('a run that is asked to stop', { timeout: 120_000 }, () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'by %s keeps what was answered, says how to go on and exits %i',
    async (signal, code) => {
      const { child, result } = await startedReview();
      child.kill(signal);
      const stopped = await result;
      expect(stopped.code).toBe(code);
      expect(stopped.stdout).toBe('');
      const [, run = ''] = /magi resume (\S+)/.exec(stopped.stderr) ?? [];
      letReviewerAnswer();
      const resumed = await magiJson<ReviewOutput>(project.dir, ['resume', run]);
      expect([resumed.code, resumed.json.run.id]).toEqual([0, run]);
    },
  );
});

describe('a run that somebody is writing', { timeout: 120_000 }, () => {
  it('is refused to a second process, which says who holds it', async () => {
    const { child, result } = await startedReview();
    const second = await magi(project.dir, ['resume', 'last']);
    expect([second.code, second.stderr]).toEqual([
      5,
      expect.stringContaining(`process ${child.pid}`),
    ]);
    child.kill('SIGKILL');
    await result;
  });
});

/** A review whose slow reviewer has started and whose other scanners have answered. */
async function startedReview() {
  const running = start(project.dir, ['review', '--commit', 'HEAD', '--json']);
  await until(async () => {
    const entries = await entriesOf('last');
    const done = entries.filter((entry) => entry.in?.type === 'done').length;
    return (
      done === 4 &&
      entries.some(({ note }) => note?.type === 'effect.started' && note.key.includes('slow'))
    );
  });
  return running;
}

async function entriesOf(run: string): Promise<Entry[]> {
  const { stdout } = await magi(project.dir, ['log', run, '--jsonl']);
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => Entry.parse(JSON.parse(line)));
}

function startsOf(entries: readonly Entry[]): Record<string, number> {
  const starts: Record<string, number> = {};
  for (const { note } of entries) {
    if (note?.type === 'effect.started') starts[note.key] = (starts[note.key] ?? 0) + 1;
  }
  return starts;
}

/** An agent that waits until it may answer; its one check is true. */
function configureSlowReviewer(): void {
  const answer = { checks: { is_good: true }, findings: [], findings_count: 0, verdict: 'ACCEPT' };
  const program = `
    import { existsSync } from 'node:fs';
    import { setTimeout as wait } from 'node:timers/promises';
    let prompt = '';
    for await (const chunk of process.stdin) prompt += chunk;
    // Ends with the project, too: a killed run leaves its agent behind.
    while (existsSync(${JSON.stringify(project.dir)}) && !existsSync(${JSON.stringify(goAhead())})) await wait(50);
    const [, id] = /^magi task (\\w+)/.exec(prompt);
    console.log(JSON.stringify({ answer_id: id, answer: ${JSON.stringify(answer)} }));
  `;
  const config: MagiConfig = {
    agents: {
      robot: { kind: 'command', command: [process.execPath, '--input-type=module', '-e', program] },
    },
    reviewers: [{ id: 'slow', persona: 'personas/team.json', agent: 'robot' }],
    scanners: { disable: ['team'] },
    sandbox: 'off',
  };
  const persona = {
    role: 'Team',
    mandate: 'MANDATE: Be slow.',
    checklist: { is_good: 'It is good.' },
  };
  project.write({
    'magi.config.json': JSON.stringify(config),
    '.magi/personas/team.json': JSON.stringify(persona),
  });
}

function letReviewerAnswer(): void {
  writeFileSync(goAhead(), '');
}

function goAhead(): string {
  return join(project.dir, '.git/go-ahead');
}
