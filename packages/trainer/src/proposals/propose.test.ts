import { describe, expect, it } from 'vitest';
import { buildRun, plainProtocol, type RunPlan } from '../testing/index.ts';
import { studyRuns } from './propose.ts';

describe('proposals', () => {
  it('are none without runs', async () => {
    expect(await proposeChanges([])).toEqual([]);
  });
  it('are none from a single run', async () => {
    expect(await proposeChanges([dismissedIn(1)])).toEqual([]);
  });
  it('retire a check whose failures are dismissed', async () => {
    const [proposal] = await proposeChanges(many(60, dismissedIn));
    expect(proposal?.edit).toEqual({ kind: 'retire', check: 'x' });
  });
  it('show what newer runs would have become', async () => {
    const [proposal] = await proposeChanges(many(60, dismissedIn));
    expect(proposal?.counterfactual).toMatchObject({ runs: 18, better: 18, worse: 0 });
  });
  it('do not retire what once caught a fixed blocker', async () => {
    const blocker = (index: number) =>
      index === 1
        ? run(index, [
            { files: { a: 1 }, fails: { x: 'a' }, severity: { x: 'critical' } },
            { files: { a: 2 }, fails: {} },
          ])
        : dismissedIn(index);
    const [proposal] = await proposeChanges(many(60, blocker));
    expect(proposal?.edit.kind).toBe('demote');
    expect(proposal?.cautions[0]).toContain('blocking');
  });
  it('keep a check that is useful', async () => {
    expect(await proposeChanges(many(60, fixedIn))).toEqual([]);
  });
  it('retire a check that never fails, once that is sure', async () => {
    const passing = (index: number) => run(index, [{ files: { a: 1 }, fails: {} }]);
    expect(await proposeChanges(many(100, passing))).toEqual([]);
    expect((await proposeChanges(many(120, passing))).map(({ edit }) => edit.kind)).toEqual([
      'retire',
    ]);
  });
  it('flag a check that changes its mind', async () => {
    const flaky = (index: number) =>
      run(index, [
        { files: { a: 1 }, fails: index % 2 ? { x: 'a' } : {} },
        { files: { a: 1, b: 2 }, fails: index % 2 ? {} : { x: 'a' } },
        { files: { a: 2, b: 2 }, fails: {} },
      ]);
    expect((await proposeChanges(many(40, flaky))).map(({ edit }) => edit.kind)).toContain(
      'reword',
    );
  });
  it('count one voice of one author on one change once', async () => {
    const stuffed = many(60, (index) =>
      run(index, [failing], { change: 'c', author: 'a', dismissed: ['x'] }),
    );
    expect(await proposeChanges(stuffed)).toEqual([]);
  });
  it('learn nothing from runs that are not trusted', async () => {
    const poisoned = many(60, (index) =>
      run(index, [failing], { dismissed: ['x'], trusted: false }),
    );
    expect(await proposeChanges(poisoned)).toEqual([]);
  });
  it('promote an unlisted issue that several people acted upon', async () => {
    const [proposal] = await proposeChanges(many(10, unlistedIn));
    expect(proposal?.edit).toMatchObject({
      kind: 'promote',
      check: 'raises_no_retry_budget_missing_outgoing_issue',
      rules: ['resilience'],
    });
  });
  it('promote nothing that nobody acted upon', async () => {
    const ignored = (index: number) =>
      run(index, [{ files: { a: 1 }, fails: {}, unlisted: [issue(index)] }]);
    expect(await proposeChanges(many(10, ignored))).toEqual([]);
  });
  it('route a check to the files in which it is useful', async () => {
    const mixed = (index: number) => {
      const file = index % 2 ? 'src/a.ts' : 'docs/a.md';
      const fails = { files: { [file]: 1 }, fails: { x: file } };
      return index % 2
        ? run(index, [fails, { files: { [file]: 2 }, fails: {} }])
        : run(index, [fails], { dismissed: ['x'] });
    };
    const edits = (await proposeChanges(many(80, mixed))).map(({ edit }) => edit);
    expect(edits).toContainEqual({ kind: 're_route', check: 'x', onlyFor: 'src/**' });
  });
});

async function proposeChanges(runs: readonly ReturnType<typeof run>[]) {
  const { proposals } = await studyRuns(() => runs);
  return proposals;
}

const failing = { files: { a: 1 }, fails: { x: 'a' } };

function dismissedIn(index: number) {
  return run(index, [failing], { dismissed: ['x'] });
}

function fixedIn(index: number) {
  return run(index, [failing, { files: { a: 2 }, fails: {} }]);
}

function unlistedIn(index: number) {
  return run(index, [
    { files: { a: 1 }, fails: {}, unlisted: [issue(index)] },
    { files: { a: 2 }, fails: {} },
  ]);
}

function issue(index: number) {
  return {
    rule: 'resilience',
    message: `Retry budget is missing for the outgoing call in \`client${index}.ts\``,
    file: 'a',
  };
}

function many(n: number, make: (index: number) => ReturnType<typeof run>) {
  return Array.from({ length: n }, (_, index) => make(index + 1));
}

function run(index: number, rounds: RunPlan['rounds'], rest: Partial<RunPlan> = {}) {
  return buildRun(
    {
      run: `run-${index}`,
      at: new Date(Date.UTC(2026, 0, 1) + index * 3_600_000).toISOString(),
      change: `change-${index}`,
      author: `author-${index % 5}`,
      checks: ['x'],
      rounds,
      ...rest,
    },
    plainProtocol,
  );
}
