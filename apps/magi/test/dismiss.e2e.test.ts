import type { DisposableRepository } from '@magi/change/testing';
import type { DismissalsOutput, ReviewOutput, RunsOutput } from '@magi/contracts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, magi, magiJson } from './cli.ts';
import { faultyFiles, faultyProject } from './projects.ts';

const cleanups: (() => void)[] = [];
beforeAll(ensureBuilt, 120_000);
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

const because = ['--reason', 'the folder is ours', '--by', 'ann'];

describe('magi dismiss', { timeout: 120_000 }, () => {
  it('keeps findings from rejecting later runs, and shows them in every format', async () => {
    const project = given();
    const { json } = await review(project);
    const ids = json.findings.filter(({ gating }) => gating).map(({ id }) => id);
    const dismissed = await dismiss(project, ids, 'accepted-risk');
    expect([dismissed.code, dismissed.stdout.split('\n')]).toEqual([
      0,
      expect.arrayContaining([expect.stringMatching(/ {2}accepted risk {2}src\/list\.ts:9 {2}/)]),
    ]);

    const again = await review(project);
    expect([again.code, again.json.verdict]).toEqual([0, 'ACCEPT']);
    expect(again.json.suppressed?.map(({ finding }) => finding.id).sort()).toEqual([...ids].sort());
    const text = await magi(project.dir, ['resume', 'last']);
    expect(text.stdout).toContain(`${ids.length} set aside`);
    expect(text.stdout).toContain('accepted risk by ann: the folder is ours');
    const sarif = await magi(project.dir, ['resume', 'last', '--reporter', 'sarif']);
    const { results } = JSON.parse(sarif.stdout).runs[0];
    const suppressed = results.filter(
      (result: { suppressions?: unknown[] }) => result.suppressions,
    );
    expect(suppressed).toHaveLength(ids.length);
    expect(suppressed[0].suppressions[0].justification).toBe(
      'accepted_risk by ann: the folder is ours',
    );
  });

  it('judges a finding again when its line has changed, and tells its history', async () => {
    const project = given();
    await dismissAll(project, 'declined');
    project.commit('another call', {
      'src/list.ts': faultyFiles['src/list.ts'].replace(
        'return eval(request.body.code)',
        'return eval(`(${request.body.code})`)',
      ),
    });
    const { code, json } = await review(project, ['--base', 'HEAD~2', '--head', 'HEAD']);
    expect([code, json.verdict]).toEqual([1, 'REJECT']);
    expect(json.reasons).toContainEqual(
      'src/list.ts:9 was declined by ann in round 1: the folder is ours; its lines have changed, so it is judged again',
    );
    const back = json.findings.filter(({ gating }) => gating).map(({ line }) => line);
    expect([...new Set(back)]).toEqual([9]);
  });

  it('follows a dismissed finding to another line and another file', async () => {
    const project = given();
    await dismissAll(project, 'refuted');
    project.commit('moved', {
      'src/list.ts': null,
      'src/names.ts': `/** Names of folders. */\nexport const names = ['a'];\n\n${faultyFiles['src/list.ts']}`,
    });
    const { code, json } = await review(project, ['--base', 'HEAD~2', '--head', 'HEAD']);
    expect([code, json.verdict]).toEqual([0, 'ACCEPT']);
    expect(json.suppressed?.every(({ finding }) => finding.file === 'src/names.ts')).toBe(true);
  });

  it('is listed, taken back, and then counts no more', async () => {
    const project = given();
    const ids = await dismissAll(project, 'deferred');
    const { json: list } = await dismissals(project);
    expect(list.dismissals.map(({ finding }) => finding.id)).toEqual(ids);
    for (const id of ids) {
      await magi(project.dir, ['dismissals', '--withdraw', id, '--reason', 'it is time']);
    }
    expect((await dismissals(project)).json.dismissals).toEqual([]);
    expect((await dismissals(project, ['--all'])).json.dismissals).toHaveLength(ids.length);
    expect((await review(project)).code).toBe(1);
  });

  it('is no run, and outlives the runs it came from', async () => {
    const project = given();
    const ids = await dismissAll(project, 'declined');
    const { json: runs } = await magiJson<RunsOutput>(project.dir, ['runs']);
    expect(runs.runs).toHaveLength(1);
    await magi(project.dir, ['gc', '--older-than', '0']);
    expect((await dismissals(project)).json.dismissals).toHaveLength(ids.length);
  });

  it('keeps no secret of the environment', async () => {
    const project = given();
    const { json } = await review(project);
    const env = { DEPLOY_TOKEN: 'gx81kqPq2LmZ77yTT0a9' };
    await magi(
      project.dir,
      [
        'dismiss',
        'last',
        json.findings[0]?.id ?? '',
        '--as',
        'declined',
        '--reason',
        `see ${env.DEPLOY_TOKEN}`,
      ],
      { env },
    );
    expect((await dismissals(project)).stdout).not.toContain(env.DEPLOY_TOKEN);
  });

  it('counts for the trainer, also when it was said after the run', async () => {
    const project = given();
    await dismissAll(project, 'refuted');
    const { json } = await magiJson<{ scorecards: { check: string }[] }>(project.dir, [
      'train',
      '--report',
    ]);
    const card = json.scorecards.find(({ check }) => check === 'evaluates_no_dynamic_code');
    expect(card).toMatchObject({ unresolved: 0, notUseful: { successes: 1 } });
  });

  it('names the mistake', async () => {
    const project = given();
    const { json } = await review(project);
    const id = json.findings[0]?.id ?? '';
    const wrong = [
      [['dismiss', 'last', 'nothing', '--as', 'declined', '--reason', 'x'], 'has no finding'],
      [['dismiss', 'last', id, '--as', 'silly', '--reason', 'x'], 'accepted_risk'],
      [['dismiss', 'last', id, '--as', 'declined', '--reason', ' '], 'Say why'],
      [['dismiss', 'last', id, '--as', 'declined'], '--reason'],
      [['dismissals', '--withdraw', id, '--reason', 'x'], 'No dismissal of'],
    ] as const;
    for (const [args, words] of wrong) {
      const { code, stderr } = await magi(project.dir, args);
      expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
    }
  });
});

function given() {
  const project = faultyProject();
  cleanups.push(project.remove);
  return project;
}

function review({ dir }: DisposableRepository, what: readonly string[] = ['--commit', 'HEAD']) {
  return magiJson<ReviewOutput>(dir, ['review', ...what]);
}

function dismiss({ dir }: DisposableRepository, ids: readonly string[], value: string) {
  return magi(dir, ['dismiss', 'last', ...ids, '--as', value, ...because]);
}

async function dismissAll(project: DisposableRepository, value: string) {
  const { json } = await review(project);
  const ids = json.findings.map(({ id }) => id);
  const { code, stderr } = await dismiss(project, ids, value);
  expect([code, stderr]).toEqual([0, expect.stringContaining('magi dismissals')]);
  return ids;
}

function dismissals({ dir }: DisposableRepository, more: readonly string[] = []) {
  return magiJson<DismissalsOutput>(dir, ['dismissals', ...more]);
}
