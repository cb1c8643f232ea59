import { expect, it } from 'vitest';
import { oxlint } from './oxlint.ts';

const rules = ['no-debugger', 'no-dupe-keys'];

it('counts lines from one, whatever characters stand before', async () => {
  const text = '// ünïcödé 🎉\nconst a = { "ß": 1,\n  "ß": 2 };\ndebugger;\n';
  const found = await lint([{ path: 'src/a.ts', text }]);
  expect(found.get('src/a.ts')?.map(({ rule, line }) => [rule, line])).toEqual([
    ['no-dupe-keys', 2],
    ['no-debugger', 4],
  ]);
});

it('reads files of any name', async () => {
  const paths = [
    'a b/c d.ts',
    "it's.ts",
    'ordner/größe.ts',
    '日本.ts',
    '.b/.c.mts',
    'bin/tool',
    'd.min.js',
  ];
  const found = await lint(paths.map((path) => ({ path, text: 'debugger;\n' })));
  expect([...found.keys()].sort()).toEqual([...paths].sort());
});

it('names files that it cannot parse and says nothing else about them', async () => {
  const answer = await oxlint({
    files: [{ path: 'a.ts', text: 'debugger; let = ;\n' }],
    rules,
    signal: new AbortController().signal,
  });
  expect(answer.ok && [...answer.value.unparsed]).toEqual(['a.ts']);
  expect(answer.ok && answer.value.diagnostics.size).toBe(0);
});

it('reads no configuration of the texts that it lints', async () => {
  const files = [
    { path: '.oxlintrc.json', text: '{ "rules": { "no-debugger": "off" } }' },
    { path: 'a.ts', text: 'debugger;\n' },
  ];
  const answer = await oxlint({
    files: files.slice(1),
    rules,
    signal: new AbortController().signal,
  });
  expect(answer.ok && answer.value.diagnostics.get('a.ts')).toHaveLength(1);
});

it('ends when it is cancelled', async () => {
  const controller = new AbortController();
  const run = oxlint({ files: [{ path: 'a.ts', text: '' }], rules, signal: controller.signal });
  controller.abort();
  await expect(run).rejects.toThrow();
});

async function lint(files: readonly { path: string; text: string }[]) {
  const answer = await oxlint({ files, rules, signal: new AbortController().signal });
  if (!answer.ok) throw new Error(answer.why.reason);
  return answer.value.diagnostics;
}
