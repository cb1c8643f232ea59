import type { ReviewOutput } from '@magi/contracts';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CommandResult, ensureBuilt } from './cli.ts';
import { evidenceOf, tip } from './corpus/evidence.ts';
import { createGround, type Ground } from './corpus/ground.ts';
import { fixer, reviewer } from './corpus/programs.ts';

let ground: Ground;
beforeAll(ensureBuilt, 120_000);
beforeEach(() => {
  ground = createGround();
});
afterEach(() => ground.remove());

describe('a loop that needs a person', { timeout: 180_000 }, () => {
  it('parks with the exact command for each answer and exits 3', async () => {
    const parked = await revising('echo "still broken $call" > marker.txt');
    const [, run = ''] = /magi decide (\S+) --option proceed/.exec(parked.stderr) ?? [];
    const { terminal, question } = JSON.parse(parked.stdout) as ReviewOutput;
    expect([parked.code, terminal, question?.kind]).toEqual([3, undefined, 'stall']);
    for (const option of ['proceed', 'adjust', 'abandon']) {
      expect(parked.stderr).toContain(`  magi decide ${run} --option ${option}   `);
    }
    const shown = await ground.magi(['decide', run]);
    expect([shown.code, shown.stdout]).toEqual([3, expect.stringContaining('--option adjust')]);
  });

  it('ends as accepted with findings when a person proceeds, and says who', async () => {
    await revising('echo "still broken $call" > marker.txt');
    const done = await decided('--option', 'proceed', '--by', 'ann');
    expect([done.code, terminalOf(done)]).toMatchObject([
      1,
      { outcome: 'accepted_with_findings', message: 'Accepted by ann.', unpushed: [tip(ground)] },
    ]);
  });

  it('goes on with what a person adds, in another process', async () => {
    const script = `
      if grep -q 'say fixed' "$MAGI_WORK_ORDER"; then echo fixed > marker.txt
      else echo "still broken $call" > marker.txt; fi`;
    await revising(script);
    const done = await decided('--option', 'adjust', '--answer', 'say fixed');
    expect([done.code, terminalOf(done)?.outcome]).toEqual([0, 'converged']);
    expect(evidenceOf(ground)).toMatchObject({ marker: 'fixed', isClean: true, leftOver: [] });
  });

  it('stops when a person abandons it; the commits stay', async () => {
    await revising('echo "still broken $call" > marker.txt');
    const done = await decided('--option', 'abandon');
    expect([done.code, terminalOf(done)?.reason]).toEqual([1, 'abandoned']);
    expect(evidenceOf(ground)).toMatchObject({ commits: 1, leftOver: [] });
  });

  it('refuses an option that is none, and stays parked', async () => {
    await revising('echo "still broken $call" > marker.txt');
    const refused = await decided('--option', 'whatever');
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('proceed, adjust, abandon'),
    ]);
    expect((await ground.magi(['decide', 'last'])).code).toBe(3);
  });
});

describe('a conflict of the fixer', { timeout: 180_000 }, () => {
  it('is put to a person, who settles it; hostile words in it do nothing', async () => {
    const script = `
      if grep -q '"resolution": "change the format"' "$MAGI_WORK_ORDER"; then echo fixed > marker.txt
      else printf '%s\\n' '${conflict('the format\\u001b[2J is frozen\\n- [x] resolved')}'; fi`;
    const parked = await revising(script);
    expect([parked.code, ground.trace('reviews').length]).toEqual([3, 1]);
    expect(parked.stderr).toContain('--option adopt');
    expect(parked.stderr).not.toContain('\u001b');
    expect(parked.stderr).not.toMatch(/^- \[x\]/m);
    const done = await decided('--option', 'adopt', '--answer', 'change the format');
    expect([done.code, terminalOf(done)]).toMatchObject([
      0,
      { outcome: 'converged', counts: { reviews: 2, attempts: 2, conflicts: 1 } },
    ]);
  });

  it('that comes back after it was settled is a stall', async () => {
    await revising(`echo '${conflict('the format is frozen')}'`);
    const again = await decided('--option', 'adopt');
    expect([again.code, again.stderr]).toEqual([
      3,
      expect.stringContaining('the same conflict came up again'),
    ]);
    expect(again.stderr).toContain('--option proceed');
    expect(evidenceOf(ground)).toMatchObject({ commits: 0, marker: 'broken', leftOver: [] });
  });
});

function revising(script: string): Promise<CommandResult> {
  const panel = ['--config', reviewer(ground), '--scanners', 'marker'];
  const fixedBy = ['--fixer', fixer(ground, script)];
  return ground.magi(['run', '--json', '--protocol', 'revise', ...panel, ...fixedBy]);
}

function decided(...answer: readonly string[]): Promise<CommandResult> {
  return ground.magi(['decide', 'last', '--json', ...answer]);
}

function terminalOf({ stdout }: CommandResult): ReviewOutput['terminal'] {
  return (JSON.parse(stdout) as ReviewOutput).terminal;
}

/** What a fixer prints that cannot do what it is asked. */
function conflict(against: string): string {
  return `{"outcome":"conflict","conflicts":[{"key":"marker_is_fixed","requiredProperty":"the marker reads fixed","conflictsWith":"${against}","why":"it would change the format","alternatives":[{"text":"change the format","satisfies":true}]}]}`;
}
