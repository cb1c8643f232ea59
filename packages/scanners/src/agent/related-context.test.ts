import { expect, it, vi } from 'vitest';
import { memorySnapshot } from '../testing/index.ts';
import { relatedContext } from './related-context.ts';

// Real processes and servers: how long they take says nothing about what is specified here.
vi.setConfig({ testTimeout: 60_000 });

const unchanged = {
  'src/user.ts':
    'export interface User { readonly name: string }\nexport function load(id: string): User {\n  return secretBody(id);\n}\nconst inner = 1;\n',
  'src/a.test.ts': "describe('a', () => {\n  it('adds numbers', () => {});\n});\n",
  'src/far.ts': 'export const far = 1;\n',
};

it('shows signatures of what a changed file imports, never bodies', async () => {
  const [user] = await related("import { load } from './user.ts';\n");
  expect(user).toEqual({
    label: 'src/user.ts (unchanged, imported)',
    text: 'export interface User { readonly name: string }\nexport function load(id: string): User;',
  });
});

it('follows an import that names the compiled file', async () => {
  const found = await related("import { load } from './user.js';\n");
  expect(found.map(({ label }) => label)).toContain('src/user.ts (unchanged, imported)');
});

it('lists the titles of the tests beside it', async () => {
  const found = await related('export const a = 1;\n');
  expect(found).toEqual([
    { label: 'src/a.test.ts (unchanged, titles of tests)', text: 'a\nadds numbers' },
  ]);
});

it('leaves out what is changed itself, what is not imported and what does not fit', async () => {
  expect(await related("import './a.ts';\nimport 'zod';\n")).toHaveLength(1);
  expect(await related("import { load } from './user.ts';\n", 1)).toEqual([]);
});

it('has nothing to say about other languages', async () => {
  const snapshot = memorySnapshot({ base: {}, head: { 'a.py': 'import os\n' } });
  expect(await relatedContext(['a.py'], snapshot, 1000)).toEqual([]);
});

function related(text: string, maxTokens = 1000) {
  const snapshot = memorySnapshot({ base: unchanged, head: { ...unchanged, 'src/a.ts': text } });
  return relatedContext(['src/a.ts'], snapshot, maxTokens);
}
