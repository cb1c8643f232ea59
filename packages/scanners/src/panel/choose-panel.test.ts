import type { MagiConfig, Protocol } from '@magi/contracts';
import { expect, it } from 'vitest';
import { candidateOf } from '../testing/index.ts';
import { choosePanel } from './choose-panel.ts';

it('puts Core, Security and Performance on the panel by default', async () => {
  await expect(panelOf({})).resolves.toEqual(['core', 'security', 'performance']);
});

it('adds Refactoring when the goal asks for it', async () => {
  await expect(panelOf({ goal: 'Extract the parser' })).resolves.toContain('refactoring');
});

it('adds Refactoring when the change mostly moves code', async () => {
  const text = Array.from({ length: 50 }, (_, line) => `export const v${line} = ${line};`).join(
    '\n',
  );
  const base = { 'src/a.ts': text, 'src/b.ts': 'export {};\n' };
  const head = { 'src/a.ts': 'export {};\n', 'src/b.ts': text };
  await expect(panelOf({ base, head })).resolves.toContain('refactoring');
});

it('does not take new code for moved code because as much was removed elsewhere', async () => {
  const lines = (name: string) =>
    Array.from({ length: 50 }, (_, line) => `export const ${name}${line} = '${name}';`).join('\n');
  const base = { 'src/a.ts': lines('old'), 'src/b.ts': 'export {};\n' };
  const head = { 'src/a.ts': 'export {};\n', 'src/b.ts': lines('new') };
  await expect(panelOf({ base, head })).resolves.not.toContain('refactoring');
});

it('takes exactly the scanners that are asked for, in that order', async () => {
  await expect(panelOf({ scanners: ['witness', 'core'] })).resolves.toEqual(['witness', 'core']);
});

it('names a scanner that nobody knows', async () => {
  const panel = await choose({ scanners: ['cores'] });
  expect(panel).toMatchObject({ ok: false, error: { kind: 'unknown-scanner', id: 'cores' } });
});

it('follows the configuration', async () => {
  const config = { scanners: { enable: ['pedant'], disable: ['performance'] } };
  await expect(panelOf({ config })).resolves.toEqual(['core', 'security', 'pedant']);
});

it('takes the whole list of a protocol that selects all', async () => {
  const protocol = { panel: { scanners: ['critic', 'witness'], select: 'all' } };
  await expect(panelOf({ protocol })).resolves.toEqual(['critic', 'witness']);
});

it('lets a persona of the repository replace the shipped one of the same role', async () => {
  const files = {
    '.magi/personas/core_scanner.json': persona('Core Scanner', {
      check_idioms: 'Idioms are kept.',
      fits_our_taste: 'It fits.',
    }),
  };
  const panel = await choose({ files });
  const core = panel.ok ? panel.value.panel.find((spec) => spec.id === 'core') : undefined;
  expect(core?.persona).toBe('.magi/personas/core_scanner.json');
  expect(core?.checks.map(({ id, decidable }) => [id, decidable])).toEqual([
    ['check_idioms', true],
    ['fits_our_taste', false],
  ]);
});

it('puts a new persona on the panel when a changed file matches its routing bullet', async () => {
  const files = {
    '.magi/personas/ui.json': persona('UI Scanner', { looks_fine: 'It looks fine.' }),
    '.magi/ROUTING.md': '- **UI:** screens. *Path:* `personas/ui.json` *Files:* `**/*.tsx`\n',
  };
  await expect(panelOf({ files })).resolves.not.toContain('ui');
  await expect(panelOf({ files, head: { 'a.tsx': 'x\n' } })).resolves.toContain('ui');
});

it('refuses two scanners of one id, as one of them would be lost', async () => {
  const config = { sarif: [{ id: 'core', command: 'report', checks: {}, timeoutMs: 1000 }] };
  expect(await choose({ config })).toEqual({
    ok: false,
    error: { kind: 'duplicate-scanner', id: 'core' },
  });
});

it('lets an overlay switch a scanner off', async () => {
  const files = {
    '.magi/ROUTING.overlay.md':
      '- **Speed:** *Path:* `personas/performance.json` *When:* `never`\n',
  };
  await expect(panelOf({ files })).resolves.toEqual(['core', 'security']);
});

it('names file, line and column of a broken persona', async () => {
  const files = { '.magi/personas/bad.json': '{\n  "role": "x",\n  "mandate": \n}\n' };
  expect(await choose({ files })).toEqual({
    ok: false,
    error: {
      kind: 'broken-persona',
      file: '.magi/personas/bad.json',
      line: 4,
      column: 1,
      reason: 'expected a value',
    },
  });
});

it('points at the key that has the wrong shape', async () => {
  const files = {
    '.magi/personas/bad.json':
      '{\n  "role": "x",\n  "mandate": "y",\n  "checklist": { "a": 3 }\n}\n',
  };
  expect(await choose({ files })).toMatchObject({ error: { line: 4, column: 18 } });
});

it('says that a check cannot be decided when all changed code is in other languages', async () => {
  const panel = await choose({ head: { 'a.swift': 'let a = 1\n' } });
  const core = panel.ok ? panel.value.panel[0] : undefined;
  expect(core?.checks.find((check) => check.id === 'check_idioms')?.decidable).toBe(false);
  expect(core?.checks.find((check) => check.id === 'parses_cleanly')?.decidable).toBe(true);
});

it('makes scanners of agents with a persona and of reports', async () => {
  const config = {
    agents: { claude: { kind: 'command', command: ['claude'] } },
    reviewers: [{ persona: 'shipped:security', agent: 'claude' }],
    sarif: [{ id: 'semgrep', file: 'out.sarif', checks: { '*': 'check_input_handling' } }],
  };
  const panel = await choose({ config });
  const specs = panel.ok ? panel.value.panel : [];
  expect(specs.map(({ id, kind }) => [id, kind])).toEqual([
    ['core', 'builtin'],
    ['security', 'builtin'],
    ['performance', 'builtin'],
    ['claude-security', 'command'],
    ['semgrep', 'sarif'],
  ]);
});

it('gives equal digests for equal configuration, and others for another', async () => {
  const hashOf = async (config: object) => {
    const panel = await choose({ config });
    return panel.ok ? panel.value.configHash : '';
  };
  const one = await hashOf({ base: 'main', exclude: ['a'] });
  expect(await hashOf({ exclude: ['a'], base: 'main' })).toBe(one);
  expect(await hashOf({ exclude: ['b'], base: 'main' })).not.toBe(one);
});

interface Given {
  readonly base?: Record<string, string>;
  readonly head?: Record<string, string>;
  readonly files?: Record<string, string>;
  readonly goal?: string;
  readonly config?: object;
  readonly protocol?: object;
  readonly scanners?: readonly string[];
}

function choose(given: Given) {
  const { base = {}, head = { 'src/a.ts': 'export {};\n' }, files = {} } = given;
  const candidate = candidateOf({
    base,
    head,
    ...(given.goal === undefined ? {} : { goal: given.goal }),
  });
  const protocol = {
    id: 'magi',
    gate: { max: {} },
    ...given.protocol,
    panel: {
      scanners: ['core', 'security', 'performance'],
      select: 'routing',
      timeoutMs: 60_000,
      fault: { retries: 1 },
      ...Object(given.protocol).panel,
    },
  };
  return choosePanel({
    candidate,
    readBase: async (path) => (files[path] === undefined ? null : Buffer.from(files[path])),
    listBase: async () => Object.keys(files),
    readChanged: async (side, path) => {
      const text = { base, head }[side][path];
      return text === undefined ? null : Buffer.from(text);
    },
    config: (given.config ?? {}) as MagiConfig,
    protocol: protocol as Protocol,
    ...(given.scanners === undefined ? {} : { scanners: given.scanners }),
  });
}

async function panelOf(given: Given): Promise<readonly string[]> {
  const panel = await choose(given);
  if (!panel.ok) throw new Error(JSON.stringify(panel.error));
  return panel.value.panel.map((spec) => spec.id);
}

function persona(role: string, checklist: Record<string, string>): string {
  return JSON.stringify({ role, mandate: 'MANDATE: look.', checklist });
}
