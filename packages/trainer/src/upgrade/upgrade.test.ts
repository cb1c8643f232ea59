import { describe, expect, it } from 'vitest';
import { formatPersona, personaFaults } from '../personas/persona-faults.ts';
import type { ChecklistEdit, Proposal } from '../proposals/proposal.ts';
import { proposalId } from '../proposals/propose.ts';
import { type FileChange, planUpgrade } from './plan-upgrade.ts';
import { revertUpgrade } from './revert-upgrade.ts';

const CORE = '.magi/personas/core/core.json';

describe('upgrade', () => {
  it('retires a check from the persona that has it', () => {
    const after = upgrading({ kind: 'retire', check: 'b' }).of({ [CORE]: persona(['a', 'b']) });
    expect(checksIn(after.get(CORE))).toEqual(['a']);
  });
  it('starts from the shipped persona when the repository has none', () => {
    const after = upgrading({ kind: 'retire', check: 'shipped_b' }).of({});
    expect(checksIn(after.get('.magi/personas/core/shipped.json'))).toEqual(['shipped_a']);
  });
  it('adds a promoted check with its general statement', () => {
    const after = upgrading(promotion('new')).of({ [CORE]: persona(['a']) });
    expect(checksIn(after.get(CORE))).toEqual(['a', 'new']);
  });
  it('splits a list that grew to eleven checks and writes the route', () => {
    const ten = Array.from({ length: 10 }, (_, index) => `memory_${index}`);
    const after = upgrading(promotion('new')).of({ [CORE]: persona(ten) });
    const child = [...after.keys()].find((path) => path.startsWith('.magi/personas/core/core/'));
    expect(checksIn(after.get(CORE)).length).toBeLessThanOrEqual(10);
    expect([...checksIn(after.get(CORE)), ...checksIn(after.get(child ?? ''))].sort()).toEqual(
      [...ten, 'new'].sort(),
    );
    expect(after.get('.magi/ROUTING.md')).toContain(`\`${child?.slice('.magi/'.length)}\``);
  });
  it('keeps every static rule in every file it writes', () => {
    const ten = Array.from({ length: 10 }, (_, index) => `memory_${index}`);
    const after = upgrading(promotion('new')).of({ [CORE]: persona(ten) });
    for (const [path, text] of after)
      if (path.includes('personas/')) expect(personaFaults(path, text)).toEqual([]);
  });
  it('moves a re-routed check into a nested persona with a file pattern', () => {
    const after = upgrading({ kind: 're_route', check: 'b', onlyFor: 'src/**' }).of({
      [CORE]: persona(['a', 'b']),
    });
    expect(checksIn(after.get('.magi/personas/core/core/src.json'))).toEqual(['b']);
    expect(after.get('.magi/ROUTING.md')).toContain('*Files:* `src/**`');
  });
  it('demotes in a TypeScript configuration and keeps its comments', () => {
    const config = "// ours\nexport default defineConfig({\n  base: 'trunk', // the branch\n});\n";
    const after = upgrading(demotion('a')).of({ 'magi.config.ts': config });
    expect(after.get('magi.config.ts')).toContain('// the branch');
    expect(after.get('magi.config.ts')).toMatch(/failAt: \{\s+a: 'critical'\s+\}/);
  });
  it('demotes in JSON and YAML configurations', () => {
    const json = upgrading(demotion('a')).of({
      'magi.config.json': '{\n  // mine\n  "base": "x"\n}\n',
    });
    expect(json.get('magi.config.json')).toMatch(/\/\/ mine[\s\S]*"failAt": \{\s*"a": "critical"/);
    const yaml = upgrading(demotion('a')).of({ 'magi.config.yaml': '# mine\nbase: x\n' });
    expect(yaml.get('magi.config.yaml')).toBe(
      '# mine\nbase: x\nscanners:\n  failAt:\n    a: critical\n',
    );
  });
  it('leaves a rewording to people', () => {
    expect(failing({ kind: 'reword', check: 'a' })).toBe('flag-only');
  });
  it('refuses a statement that names something of one run', () => {
    const edit = { ...promotion('new'), statement: 'Retries are bounded in src/client.ts.' };
    expect(failing(edit)).toBe('not-general');
  });
  it('refuses a check id that is taken', () => {
    expect(failing(promotion('a'))).toBe('duplicate-check');
  });
  it('leaves evidence that names what it replaced', () => {
    const edit: ChecklistEdit = { kind: 'retire', check: 'b' };
    const after = upgrading(edit).of({ [CORE]: persona(['a', 'b']) });
    const evidence = JSON.parse(after.get(`.magi/training/${proposalId(edit)}.json`) ?? '');
    expect(evidence.parents[CORE]).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('revert', () => {
  it('restores every byte', () => {
    const before = new Map([[CORE, persona(['a', 'b'])]]);
    const changes = planned({ kind: 'retire', check: 'b' }, before);
    const back = revertUpgrade(apply(before, changes), changes);
    expect(back.ok && apply(apply(before, changes), back.value)).toEqual(before);
  });
  it('does not throw later work away', () => {
    const before = new Map([[CORE, persona(['a', 'b'])]]);
    const changes = planned({ kind: 'retire', check: 'b' }, before);
    const later = new Map([...apply(before, changes), [CORE, persona(['a', 'c'])]]);
    expect(revertUpgrade(later, changes)).toMatchObject({
      ok: false,
      error: { kind: 'changed-since', path: CORE },
    });
  });
});

function upgrading(edit: ChecklistEdit) {
  return {
    of: (files: Record<string, string>) => {
      const before = new Map(Object.entries(files));
      return apply(before, planned(edit, before));
    },
  };
}

function planned(edit: ChecklistEdit, files: ReadonlyMap<string, string>): readonly FileChange[] {
  const result = planUpgrade({ files, shipped }, proposal(edit));
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

function failing(edit: ChecklistEdit): string {
  const files = new Map([[CORE, persona(['a'])]]);
  const result = planUpgrade({ files, shipped }, proposal(edit));
  return result.ok ? 'ok' : result.error.kind;
}

function apply(
  files: ReadonlyMap<string, string>,
  changes: readonly FileChange[],
): ReadonlyMap<string, string> {
  const result = new Map(files);
  for (const { path, after } of changes) {
    if (after === null) result.delete(path);
    else result.set(path, after);
  }
  return result;
}

const shipped = new Map([
  [
    'shipped',
    {
      role: 'Shipped Scanner',
      mandate: 'MANDATE: look.',
      checklist: { shipped_a: 'A.', shipped_b: 'B.' },
    },
  ],
]);

function persona(checks: readonly string[]): string {
  return formatPersona({
    role: 'Core Scanner',
    mandate: ['MANDATE: look. ', 'Twice.'],
    checklist: Object.fromEntries(
      checks.map((id) => [id, `The property ${id.replace(/\W|\d|_/g, ' ').trim()} holds.`]),
    ),
  });
}

function checksIn(text: string | undefined): readonly string[] {
  return text === undefined ? [] : Object.keys(JSON.parse(text).checklist);
}

function promotion(check: string): Extract<ChecklistEdit, { kind: 'promote' }> {
  return {
    kind: 'promote',
    check,
    statement: 'Retries are bounded.',
    scanner: 'core',
    rules: ['r'],
  };
}

function demotion(check: string): ChecklistEdit {
  return { kind: 'demote', check, failAt: 'critical' };
}

function proposal(edit: ChecklistEdit): Proposal {
  return {
    id: proposalId(edit),
    edit,
    because: 'made up',
    evidence: { measure: 'm', proportion: null, bar: 'b', runs: ['r1'] },
    cautions: [],
    counterfactual: {
      runs: 0,
      changed: 0,
      better: 0,
      worse: 0,
      undecided: 0,
      unknownRounds: 0,
      p: 1,
      rejectionChange: null,
      unknown: [],
    },
  };
}
