import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, magi, magiJson } from './cli.ts';
import { faultyProject } from './projects.ts';

interface Proposed {
  readonly run: string;
  readonly proposals: readonly { readonly id: string; readonly edit: { readonly kind: string } }[];
}

const project = faultyProject();
const persona = join(project.dir, '.magi/personas/core/core.json');

beforeAll(async () => {
  await ensureBuilt();
  const remarks = ['ann', 'ben', 'cat'].map((author, index) => ({
    text: 'Retry budget is missing for outgoing calls',
    author,
    change: `change-${index}`,
    resolved: true,
  }));
  writeFileSync(join(project.dir, '../feedback.json'), JSON.stringify(remarks));
  await magi(project.dir, ['review', '--commit', 'HEAD']);
}, 120_000);
afterAll(() => project.remove());

describe('magi train', { timeout: 120_000 }, () => {
  it('reports what recorded runs say of each check, with n', async () => {
    const { json } = await magiJson<{ runs: number; scorecards: { check: string; n: number }[] }>(
      project.dir,
      ['train', '--report'],
    );
    expect(json.runs).toBe(1);
    expect(json.scorecards.find(({ check }) => check === 'exposes_no_secrets')).toMatchObject({
      n: 1,
    });
  });

  it('proposes nothing from a single run', async () => {
    const { json } = await magiJson<Proposed>(project.dir, ['train', '--propose']);
    expect(json.proposals).toEqual([]);
  });

  it('upgrades a persona after approval, uses it in the next review, and restores every byte', async () => {
    const { json } = await magiJson<Proposed>(project.dir, [
      'train',
      '--propose',
      '--feedback',
      '../feedback.json',
    ]);
    const [proposal] = json.proposals;
    expect(proposal?.edit.kind).toBe('promote');
    expect(existsSync(persona)).toBe(false);

    const applied = await magi(project.dir, ['train', '--apply', proposal?.id ?? '']);
    expect(applied.code).toBe(0);
    const check = Object.keys(JSON.parse(readFileSync(persona, 'utf8')).checklist).at(-1) ?? '';
    const review = await magiJson<{ checks: { id: string }[] }>(project.dir, ['review']);
    expect(review.json.checks.map(({ id }) => id)).toContain(check);

    const log = await magi(project.dir, ['log', json.run]);
    expect(log.stdout).toContain('approval.given');

    const reverted = await magi(project.dir, ['train', '--revert', proposal?.id ?? '']);
    expect(reverted.code).toBe(0);
    expect(project.git('status', '--porcelain')).toBe('');
  });

  it('names the mistake when a proposal does not exist', async () => {
    const { code, stderr } = await magi(project.dir, ['train', '--apply', 'nothing']);
    expect(code).toBe(2);
    expect(stderr).toContain('No open training proposes nothing');
  });

  it('does not learn from a run that is not trusted', async () => {
    const { stdout } = await magi(project.dir, ['runs', '--json']);
    const reviews = JSON.parse(stdout).runs.filter(
      (run: { protocol: string }) => run.protocol === 'magi',
    );
    for (const { id } of reviews) await magi(project.dir, ['train', '--distrust', id]);
    const { json } = await magiJson<{ runs: number }>(project.dir, ['train', '--report']);
    expect(json.runs).toBe(0);
  });
});
