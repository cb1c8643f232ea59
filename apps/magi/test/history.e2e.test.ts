import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Consolidation,
  Entry,
  MachineGraph,
  ReplayOutput,
  type ReviewOutput,
  type RunsOutput,
} from '@magi/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ensureBuilt, magi, magiJson } from './cli.ts';
import { faultyProject } from './projects.ts';

const project = faultyProject();
let run = '';
let entries: readonly Entry[] = [];

beforeAll(async () => {
  await ensureBuilt();
  const { json } = await magiJson<ReviewOutput>(project.dir, ['review', '--commit', 'HEAD']);
  run = json.run.id;
  const { stdout } = await magi(project.dir, ['log', run, '--jsonl']);
  entries = stdout
    .trimEnd()
    .split('\n')
    .map((line) => Entry.parse(JSON.parse(line)));
}, 120_000);
afterAll(() => project.remove());

describe('magi log', { timeout: 60_000 }, () => {
  it('prints one numbered entry a line, as stored', () => {
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index));
    expect(entries[0]?.in?.type).toBe('init');
    expect(entries.at(-1)?.note?.type).toBe('finished');
  });

  it('filters by type and actor', async () => {
    const { stdout } = await magi(project.dir, [
      'log',
      'last',
      '--type',
      'done',
      '--actor',
      'security',
    ]);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(stdout).toContain('run/scan.security#1');
  });

  it('derives what each entry did to the actors', async () => {
    const { stdout } = await magi(project.dir, ['log', run, '--transitions']);
    expect(stdout).toContain('grounding → placing');
    expect(stdout).toContain('running → completed');
  });

  it('follows a run until it has finished', async () => {
    const { code, stdout } = await magi(project.dir, ['log', run, '--follow']);
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n')).toHaveLength(entries.length);
  });
});

describe('magi replay', { timeout: 120_000 }, () => {
  it('gives, for every entry, the state that the live run had after it', async () => {
    const live = entries.slice(1).map((entry) => entry.onState);
    const replayed: string[] = [];
    for (const { seq } of entries) {
      const { json } = await magiJson(project.dir, ['replay', run, '--at', `${seq}`]);
      const output = ReplayOutput.parse(json);
      expect(output.seq).toBe(seq);
      replayed.push(output.stateHash);
    }
    expect(replayed.slice(0, -1)).toEqual(live);
  });

  it('starts no scanner and appends nothing', async () => {
    const before = await magi(project.dir, ['log', run, '--jsonl']);
    await magi(project.dir, ['replay', run]);
    const after = await magi(project.dir, ['log', run, '--jsonl']);
    expect(after.stdout).toBe(before.stdout);
  });

  it('stops at the first entry of a type', async () => {
    const { json } = await magiJson<ReplayOutput>(project.dir, ['replay', run, '--until', 'done']);
    expect(json.seq).toBe(entries.find((entry) => entry.in?.type === 'done')?.seq);
  });

  it('says what changed between two entries', async () => {
    const { stdout } = await magi(project.dir, ['replay', run, '--diff', '0', '2']);
    expect(stdout).toContain('Context\n  /candidate\n');
    const nothing = await magi(project.dir, ['replay', run, '--diff', '2', '2']);
    expect(nothing.stdout).toBe('Nothing changed between #2 and #2.\n');
  });
});

describe('an exported run', { timeout: 60_000 }, () => {
  it('is read by every reading command, anywhere', async () => {
    const file = await exported('run.magi.jsonl');
    const here = await magiJson(project.dir, ['replay', run]);
    const there = await magiJson('/', ['replay', file]);
    expect(there.stdout).toBe(here.stdout);
    for (const command of ['status', 'log', 'verify', 'explain', 'graph']) {
      const { code, stderr } = await magi('/', [command, file]);
      expect([command, code, stderr]).toEqual([command, 0, '']);
    }
  });

  it('shows its result again, from anywhere, and nothing is appended', async () => {
    const file = await exported('result.magi.jsonl');
    const here = await magiJson<ReviewOutput>(project.dir, ['resume', run]);
    const there = await magiJson<ReviewOutput>('/', ['resume', file]);
    expect([here.code, here.stderr]).toEqual([1, '']);
    expect(there.json).toEqual(here.json);
    const { stdout } = await magi(project.dir, ['log', run, '--jsonl']);
    expect(stdout.trimEnd().split('\n')).toHaveLength(entries.length);
  });

  it('is imported under its own or another id, once', async () => {
    const file = await exported('again.magi.jsonl');
    const twice = await magi(project.dir, ['import', file]);
    expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining('is here already')]);
    const { stdout } = await magi(project.dir, ['import', file, '--as', 'copy']);
    const copy = await magiJson<ReplayOutput>(project.dir, ['replay', stdout.trim()]);
    const original = await magiJson<ReplayOutput>(project.dir, ['replay', run]);
    expect(copy.json.stateHash).toBe(original.json.stateHash);
  });

  it('with a changed byte is refused, and verify names the entry', async () => {
    const file = await exported('flipped.magi.jsonl');
    const lines = readFileSync(file, 'utf8').split('\n');
    lines[2] = lines[2]?.replace('src/list.ts', 'src/lost.ts') ?? '';
    writeFileSync(file, lines.join('\n'));
    const { code, stdout } = await magi('/', ['verify', file]);
    expect([code, stdout]).toEqual([5, expect.stringContaining('entry #2')]);
    expect((await magi(project.dir, ['import', file, '--as', 'flipped'])).code).toBe(5);
  });

  it('with a torn last line gives everything before it, with a warning', async () => {
    const file = await exported('torn.magi.jsonl');
    appendFileSync(file, '{"v":1,"seq":');
    const { code, stdout, stderr } = await magi('/', ['log', file]);
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n')).toHaveLength(entries.length);
    expect(stderr).toMatch(/^warning: /);
  });
});

describe('magi explain', { timeout: 60_000 }, () => {
  it('shows every transition that could have been taken, with its guard', async () => {
    const ground = entries.find((entry) => entry.in?.type === 'done')?.seq;
    const { stdout } = await magi(project.dir, ['explain', run, `${ground}`]);
    expect(stdout).toMatch(/✖ to ending: hasNothingToReview is false/);
    expect(stdout).toMatch(/✔ to scanning: no guard/);
  });

  it('follows a finding: who voiced it, on what evidence, what became of it', async () => {
    const { json } = await magiJson<ReviewOutput>(project.dir, ['resume', run]);
    const [finding] = json.findings;
    const { stdout } = await magi(project.dir, ['explain', run, finding?.id ?? '']);
    expect(stdout).toContain(finding?.evidence);
    expect(stdout).toContain('security');
    expect(stdout).toContain('round 1: open');
  });

  it('says why the verdict is what it is', async () => {
    const { stdout } = await magi(project.dir, ['explain', run]);
    expect(stdout).toMatch(/^round 1: REJECT, \d+ of \d+ checks evaluated$/m);
    expect(stdout).toContain('✖ evaluates_no_dynamic_code');
    expect(stdout).toContain('security said false');
  });

  it('says who reviews a file and why', async () => {
    const { stdout } = await magi(project.dir, ['explain', 'src/list.ts']);
    expect(stdout).toContain('✔ security: reviews every change (default)');
    expect(stdout).toContain('exposes_no_secrets, fails at warning');
  });
});

describe('magi fork and what-if', { timeout: 60_000 }, () => {
  it('reaches the other verdict with one changed answer', async () => {
    const index = entries.findIndex(
      (entry) => entry.in?.type === 'done' && entry.in.key.includes('security'),
    );
    const answer = entries[index]?.in;
    if (answer?.type !== 'done') throw new Error('no answer of the security scanner');
    const output = answer.output as { assertions: { check: string; value: string }[] };
    const assertions = output.assertions.map((assertion) =>
      assertion.value === 'false' ? { check: assertion.check, value: 'true' } : assertion,
    );
    const changed = { ...answer, output: { ...output, assertions, findings: [] } };
    const forked = await magi(project.dir, [
      ...['fork', run, '--at', `${index - 1}`, '--with', JSON.stringify(changed)],
    ]);
    expect(forked.stderr).toContain('Go on with: magi resume');
    const { code, json } = await magiJson<ReviewOutput>(project.dir, [
      'resume',
      forked.stdout.trim(),
    ]);
    expect([code, json.verdict]).toEqual([0, 'ACCEPT']);
  });

  it('refuses an answer that nobody waits for', async () => {
    const answer = JSON.stringify({ type: 'done', key: 'run/scan.nobody#1', output: null });
    const { code, stderr } = await magi(project.dir, ['fork', run, '--at', '2', '--with', answer]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('nobody awaits this input')]);
  });

  it('judges the recorded reviews without some checks', async () => {
    const { json } = await magiJson<ReviewOutput>(project.dir, ['resume', run]);
    const failed = json.checks.filter(({ value }) => value === 'false').map(({ id }) => id);
    const { stdout } = await magi(project.dir, ['what-if', run, '--without', ...failed]);
    expect(stdout).toContain('round 1: REJECT would be ACCEPT');
    const same = await magi(project.dir, ['what-if', run, '--rule', 'and']);
    expect(same.stdout).toBe('round 1: REJECT, as recorded\n');
  });
});

describe('another rule on a recorded run', { timeout: 60_000 }, () => {
  it('gives what a fresh run under that rule gives', async () => {
    const other = faultyProject();
    await magi(other.dir, ['review', '--commit', 'HEAD']);
    const { json: judged } = await magiJson<{ rounds: { consolidation: Consolidation }[] }>(
      other.dir,
      ['what-if', 'last', '--rule', 'veto:core', '--gate', 'critical=5,warning=5'],
    );
    const overrides = {
      merge: { kind: 'veto', by: ['core'] },
      gate: { max: { critical: 5, warning: 5 } },
    };
    other.write({ 'magi.config.json': JSON.stringify({ overrides }) });
    await magi(other.dir, ['review', '--commit', 'HEAD']);
    const { json: fresh } = await magiJson<ReplayOutput>(other.dir, ['replay', 'last']);
    other.remove();
    const state = fresh.state as { context: { history: { consolidation: Consolidation }[] } };
    expect(judged.rounds[0]?.consolidation).toEqual(state.context.history[0]?.consolidation);
  });
});

describe('magi graph', { timeout: 60_000 }, () => {
  it('draws every statechart as data', async () => {
    const { stdout } = await magi('/', ['graph', 'magi', '--format', 'json']);
    const { graphs } = z.object({ graphs: z.array(MachineGraph) }).parse(JSON.parse(stdout));
    expect(graphs.map(({ id }) => id)).toEqual(expect.arrayContaining(['run', 'scan']));
  });

  it('marks where a run stands', async () => {
    const { stdout } = await magi(project.dir, ['graph', run]);
    expect(stdout).toMatch(/^stateDiagram-v2/);
    expect(stdout).toMatch(/class run_stopped active/);
  });
});

describe('magi status, gc and init', { timeout: 60_000 }, () => {
  it('says how a run ended and what to do next', async () => {
    const { stdout } = await magi(project.dir, ['status', run]);
    expect(stdout).toMatch(/then review again/);
  });

  it('removes nothing that is young', async () => {
    const { stdout } = await magi(project.dir, ['gc']);
    expect(stdout).toMatch(/^0 runs removed/);
    const { json } = await magiJson<RunsOutput>(project.dir, ['runs']);
    expect(json.runs.map(({ id }) => id)).toContain(run);
  });

  it('removes what is older than it is told to keep', async () => {
    const other = faultyProject();
    await magi(other.dir, ['review', '--commit', 'HEAD']);
    const { stdout } = await magi(other.dir, ['gc', '--older-than', '0']);
    const { json } = await magiJson<RunsOutput>(other.dir, ['runs']);
    other.remove();
    expect(stdout).toMatch(/^1 run removed/);
    expect(json.runs).toEqual([]);
  });

  it('writes a configuration once and keeps it', async () => {
    const other = faultyProject();
    const first = await magi(other.dir, ['init']);
    expect(first.stdout).toContain('write  magi.config.json');
    const again = await magi(other.dir, ['init']);
    expect(again.stdout).toMatch(/^(keep {3}.*\n)+$/);
    const { code } = await magi(other.dir, ['review', '--commit', 'HEAD']);
    other.remove();
    expect(code).toBe(1);
  });
});

async function exported(name: string): Promise<string> {
  const file = join(project.dir, '.git', name);
  const { code } = await magi(project.dir, ['export', run, '-o', file]);
  expect(code).toBe(0);
  return file;
}
