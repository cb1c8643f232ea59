import { cpSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FsTree } from 'nx/src/generators/tree';
import { describe, expect, it } from 'vitest';
import addProtocol from './protocol/generator.js';
import addScanner from './scanner/generator.js';

const workspace = fileURLToPath(new URL('../../..', import.meta.url));
const SCANNERS = 'packages/scanners/src/builtin/registry.ts';
const PROTOCOLS = 'packages/protocols/src/registry.ts';

describe('scanner generator', () => {
  it('adds a line to the registry and leaves the rest as it was', async () => {
    const tree = treeWith(SCANNERS);
    await addScanner(tree, { name: 'house-rules' });
    const after = tree.read(SCANNERS, 'utf8') ?? '';
    expect(after).toContain("from './house-rules/index.ts'");
    for (const line of readFileSync(join(workspace, SCANNERS), 'utf8').split('\n'))
      expect(after).toContain(line.replace(/,$/, ''));
  });
  it('makes three cases of each kind for its check', async () => {
    const tree = treeWith(SCANNERS);
    await addScanner(tree, { name: 'house-rules' });
    const cases = tree.children('packages/scanners/test/mutations/leaves_no_house_rules_marker');
    expect(cases.sort()).toEqual(['false-1', 'false-2', 'false-3', 'true-1', 'true-2', 'true-3']);
  });
  it('does not overwrite a scanner', async () => {
    const tree = treeWith(SCANNERS);
    await addScanner(tree, { name: 'house-rules' });
    await expect(addScanner(tree, { name: 'house-rules' })).rejects.toThrow('exists already');
  });
  it('says what a name looks like', async () => {
    await expect(addScanner(treeWith(SCANNERS), { name: 'House Rules' })).rejects.toThrow(
      'kebab-case',
    );
  });
});

it('registers a generated protocol', async () => {
  const tree = treeWith(PROTOCOLS);
  await addProtocol(tree, { name: 'two-of-three' });
  expect(tree.read(PROTOCOLS, 'utf8')).toContain('pipeline, twoOfThree]');
});

function treeWith(file: string): FsTree {
  const root = mkdtempSync(join(tmpdir(), 'magi-generator-'));
  cpSync(join(workspace, file), join(root, file), { recursive: true });
  return new FsTree(root, false);
}
