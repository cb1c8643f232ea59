import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '@magi/agents/testing';
import { ReviewOutput } from '@magi/contracts';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureBuilt } from './cli.ts';
import { evidenceOf, onDisk, tip } from './corpus/evidence.ts';
import { createGround, type Ground, toldBy } from './corpus/ground.ts';
import { fixer, fixerThatHangsOn, loopWith, reviewer } from './corpus/programs.ts';

let ground: Ground;
beforeAll(ensureBuilt, 120_000);
beforeEach(() => {
  ground = createGround();
});
afterEach(() => ground.remove());

describe('two loops on one candidate', { timeout: 120_000 }, () => {
  it('are one loop and a refusal that says who is at work', async () => {
    const args = loopWith(reviewer(ground), fixerThatHangsOn(ground, 1));
    const first = ground.start(args);
    await ground.awaitTrace('hanging');
    const second = await ground.magi(args);
    const [, holder = ''] = /by run (\S+) \(process/.exec(second.stderr) ?? [];
    const { stdout: runs } = await ground.magi(['runs', '--json']);
    const ids = (JSON.parse(runs) as { runs: { id: string }[] }).runs.map(({ id }) => id);
    expect([second.code, ids]).toEqual([5, [holder]]);
    expect(second.stderr).toContain(`process ${first.child.pid} on `);
    first.child.kill('SIGKILL');
    await first.result;
    ground.signal('go');
  });
});

describe('a base that is named by its distance from the head', { timeout: 120_000 }, () => {
  it.each(['HEAD~1', 'topic~1'])('stays where it was when the loop commits: %s', async (base) => {
    const args = loopWith(reviewer(ground), fixer(ground));
    const ended = await ground.magi([...args, '--base', base]);
    expect([ended.code, toldBy(ended).reason]).toEqual([0, 'converged/accepted']);
    expect(evidenceOf(ground).commits).toBe(1);
  });
});

describe('a base that the project names', { timeout: 120_000 }, () => {
  const base = async () => {
    const ended = await ground.magi(['run', '--json', '--scanners', 'core']);
    const { base } = (JSON.parse(ended.stdout) as ReviewOutput).candidate ?? {};
    return { base, warnings: ended.stderr };
  };

  it('is what a loop compares with, as a review does', async () => {
    const { repository } = ground;
    repository.git('checkout', '-q', '-b', 'develop', 'main');
    const named = repository.commit('name the base', { 'magi.config.json': '{"base":"develop"}' });
    repository.git('checkout', '-q', '-b', 'feature');
    repository.commit('work', { 'a.txt': 'a\n' });
    expect((await base()).base).toBe(named);
  });

  it('is an error when it is not there, never another base', async () => {
    writeFileSync(join(ground.repository.dir, 'magi.config.json'), '{"base":"nowhere"}');
    const ended = await ground.magi(['run', '--json']);
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('nowhere')]);
  });

  it('does not count when only the change says so', async () => {
    const { repository } = ground;
    repository.git('branch', 'develop');
    repository.commit('name the base', { 'magi.config.json': '{"base":"develop"}' });
    const told = await base();
    expect(told.base).toBe(repository.git('rev-parse', 'main'));
    expect(told.warnings).toContain('magi.config.json names the base develop');
  });
});

describe('what a killed run left running', { timeout: 120_000 }, () => {
  it('is ended when the run is gone on with, before anything is started again', async () => {
    const args = loopWith(reviewer(ground), fixerThatHangsOn(ground, 1));
    const running = ground.start(args);
    await ground.awaitTrace('hanging');
    running.child.kill('SIGKILL');
    await running.result;
    const left = Number.parseInt(ground.trace('fixes')[0] ?? '', 10);
    expect(isAlive(left)).toBe(true);
    const resumed = await ground.magi(['resume', 'last', '--json']);
    expect([resumed.code, toldBy(resumed).reason]).toEqual([0, 'converged/accepted']);
    expect(isAlive(left)).toBe(false);
  });
});

describe('a fixer that goes too far', { timeout: 120_000 }, () => {
  it('and writes into the checkout of the user ends the run; nothing is taken back', async () => {
    const { json, evidence } = await looped(
      'echo stray > "$repository/stray.txt"; echo fixed > marker.txt',
    );
    expect(json).toMatchObject({ outcome: 'blocked', reason: 'candidate_integrity_failure' });
    expect([evidence.commits, onDisk(ground, 'stray.txt')]).toEqual([0, 'stray']);
    expect(patchOf(json)).toContain('+fixed');
  });

  it('and moves the branch of the user ends the run; the old tip can be found', async () => {
    const { json } = await looped(
      'git -C "$repository" reset -q --hard main; echo fixed > marker.txt',
    );
    expect(json).toMatchObject({ outcome: 'blocked', reason: 'candidate_integrity_failure' });
    expect(tip(ground)).toBe(tip(ground, 'main'));
    expect(ground.repository.git('rev-parse', 'topic@{1}')).toBe(ground.head);
    expect(patchOf(json)).toContain('+fixed');
  });

  it('and rewrites the history of its own branch has failed', async () => {
    const { json, evidence } = await looped(
      'git -c user.name=f -c user.email=f@f commit -q --amend --allow-empty -m other; echo fixed > marker.txt',
    );
    expect(json).toMatchObject({ outcome: 'escalated', reason: 'attempt_failed' });
    expect(json.terminal?.words.reason).toBe('repeated_failed_attempt');
    // Their commits stay on branches of ours until magi gc; their working trees are gone.
    const leftOver = ['branch', 'branch'];
    expect(evidence).toMatchObject({ commits: 0, marker: 'broken', isClean: true, leftOver });
    expect(json.terminal?.preserved).toHaveLength(2);
  });

  it('and deletes tests has failed; what it did is kept as a patch', async () => {
    ground.repository.commit('a test', { 'test/marker.test.sh': 'grep fixed marker.txt\n' });
    const { json } = await looped('git rm -q test/marker.test.sh; echo fixed > marker.txt');
    expect(json).toMatchObject({ outcome: 'escalated', reason: 'attempt_failed' });
    expect(onDisk(ground, 'test/marker.test.sh')).toBe('grep fixed marker.txt');
    expect(patchOf(json)).toContain('deleted file mode');
  });

  it('and takes the whole change back has not mended it', async () => {
    const { json } = await looped('git rm -q marker.txt');
    expect(json).toMatchObject({ outcome: 'blocked', reason: 'empty_candidate' });
    expect(ground.repository.git('show', `${ground.head}:marker.txt`)).toBe('broken');
  });

  it('and moves another branch is noted, and goes on', async () => {
    ground.repository.git('branch', 'other', 'main');
    const { json, evidence } = await looped(
      'git update-ref refs/heads/other refs/heads/topic; echo fixed > marker.txt',
    );
    expect([json.outcome, evidence.commits]).toEqual(['converged', 1]);
    const { stdout } = await ground.magi(['log', 'last', '--jsonl']);
    expect(stdout).toContain('meanwhile refs/heads/other went from');
  });
});

describe('a remote that cannot be reached', { timeout: 120_000 }, () => {
  it('does not stop the loop, only the publication; the commit stays', async () => {
    const nowhere = join(ground.outside, 'nowhere.git');
    ground.repository.git('remote', 'add', 'origin', nowhere);
    const args = loopWith(reviewer(ground), fixer(ground), '--publish', 'update_pr');
    const { code, stdout } = await ground.magi(args);
    const { outcome, reason, terminal } = ReviewOutput.parse(JSON.parse(stdout));
    expect([code, outcome, reason]).toEqual([5, 'blocked', 'publication_failed']);
    expect(evidenceOf(ground)).toMatchObject({ commits: 1, marker: 'fixed', isClean: true });
    expect(terminal?.unpushed).toEqual([tip(ground)]);
  });
});

describe('an agent as the fixer', { timeout: 120_000 }, () => {
  it('works in the attempt worktree, costs calls and converges', async () => {
    const answer = { outcome: 'changed', summary: 'Mended.', dispositions: [], conflicts: [] };
    const agent = ground.program(
      'agent',
      `
      id=$(grep -o 'magi task [0-9a-f]*' | head -1 | cut -d' ' -f3)
      echo fixed > marker.txt
      echo '{"answer_id":"'$id'","answer":${JSON.stringify(answer)}}'`,
    );
    const settings = reviewer(ground, undefined, {
      agents: { robot: { kind: 'command', command: [agent], home: 'throwaway' } },
      sandbox: 'off',
    });
    const { code, stdout } = await ground.magi(loopWith(settings, 'agent:robot'));
    const json = ReviewOutput.parse(JSON.parse(stdout));
    expect([code, json.outcome, json.costs.synthesis?.calls]).toEqual([0, 'converged', 1]);
    expect(evidenceOf(ground)).toMatchObject({ commits: 1, marker: 'fixed', leftOver: [] });
  });

  it('has to be configured, and offline is none', async () => {
    const settings = reviewer(ground, undefined, {
      agents: { robot: { kind: 'command', command: ['robot'] } },
    });
    const unknown = await ground.magi(loopWith(settings, 'agent:nobody'));
    expect([unknown.code, unknown.stderr]).toEqual([4, expect.stringContaining('robot')]);
    const offline = await ground.magi(loopWith(settings, 'agent:robot', '--offline'));
    expect([offline.code, ground.trace('reviews')]).toEqual([4, []]);
  });
});

describe('a pipeline specification', { timeout: 120_000 }, () => {
  it('says who works, who reviews and when to stop, and shows it', async () => {
    ground.repository.git('reset', '-q', '--hard', 'main');
    const worker = fixer(
      ground,
      'if [ "$call" = 1 ]; then echo try; else echo fixed; fi > marker.txt',
    );
    const { code, stdout, stderr } = await pipelined([
      'pipeline: {name: feature}',
      `worker: {agent: "${worker}", prompt: Write the marker}`,
      'reviewer: {agent: marker}',
      'config: {max_iterations: 9}',
    ]);
    expect([code, ReviewOutput.parse(JSON.parse(stdout)).outcome]).toEqual([0, 'converged']);
    expect(ground.repository.git('show', 'topic:marker.txt')).toBe('fixed');
    expect(stderr).toContain('warning: max_iterations: 9 is over the limit and becomes 5\n');
    expect(stderr).toContain('├── Max iterations: 5 (default: 3, hard cap: 5)\n');
    expect(stderr).toContain('│   └── [Critical] the marker is wrong — marker.txt:1\n');
    expect(stderr).toContain('[Review] FAIL — 1 issue (1 Critical)\n[Iteration 2/5] Worker fixing');
    expect(stderr).toContain('[Pipeline Complete] 2 iterations, quality gate passed\n');
  });

  it('ends in front of a reviewer when the worker did nothing', async () => {
    ground.repository.git('reset', '-q', '--hard', 'main');
    const { code, stdout } = await pipelined([
      `worker: {agent: "${fixer(ground, 'true')}"}`,
      'reviewer: {agent: marker}',
    ]);
    const { outcome, reason } = ReviewOutput.parse(JSON.parse(stdout));
    expect([code, outcome, reason]).toEqual([5, 'blocked', 'empty_candidate']);
    expect(ground.trace('reviews')).toEqual([]);
  });

  it('is refused with the line of what is wrong, and for an agent that is not configured', async () => {
    const wrong = await pipelined([
      'worker: {agent: builtin}',
      'reviewer: {agent: marker}',
      'guard: {}',
    ]);
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('line 3: guard: there is no such key'),
    ]);
    const unknown = await pipelined(['worker: {agent: nobody}', 'reviewer: {agent: marker}']);
    expect([unknown.code, unknown.stderr]).toEqual([4, expect.stringContaining('"nobody"')]);
  });
});

function pipelined(lines: readonly string[]) {
  const spec = join(ground.outside, 'spec.yaml');
  writeFileSync(spec, lines.join('\n'));
  return ground.magi(['run', '--json', '--spec', spec, '--config', reviewer(ground)]);
}

async function looped(script: string) {
  const result = await ground.magi(loopWith(reviewer(ground), fixer(ground, script)));
  const json = ReviewOutput.parse(JSON.parse(result.stdout));
  return { json, evidence: evidenceOf(ground) };
}

/** The first patch that the run kept. */
function patchOf({ terminal }: ReviewOutput): string {
  const [folder = ''] = terminal?.preserved ?? [];
  return readFileSync(join(ground.repository.dir, '.git', folder, 'attempt.patch'), 'utf8');
}
