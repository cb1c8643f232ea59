import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { ReviewOutput } from '@magi/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, magiJson } from './cli.ts';
import { commitsSince, evidenceOf } from './corpus/evidence.ts';
import { createGround, type Ground } from './corpus/ground.ts';

/*
 * The whole loop with nothing but what ships: built-in scanners, the built-in fixer, no model, no
 * network, no configuration. The project has problems that three scanners find, and tests.
 */
let ground: Ground;
beforeAll(async () => {
  await ensureBuilt();
  ground = createGround({ work: work() });
}, 120_000);
afterAll(() => ground.remove());

describe('a branch with seeded problems', { timeout: 180_000 }, () => {
  it('is mended offline within three rounds, and its tests still pass', async () => {
    const before = await magiJson<ReviewOutput>(ground.repository.dir, [
      'review',
      '--base',
      'main',
    ]);
    const found = before.json.findings.filter((finding) => finding.gating);
    const scanners = new Set(found.flatMap(({ voices }) => voices.map(({ scanner }) => scanner)));
    expect(found.length).toBeGreaterThanOrEqual(5);
    expect(scanners.size).toBeGreaterThanOrEqual(3);

    const untouched = fingerprint(ground.repository.dir);
    const during = `${ground.outside}/during`;
    const validation = ground.program(
      'validation',
      `node --test > '${ground.outside}/tests' 2>&1 || exit 1\n(${listing(ground.repository.dir)}) > '${during}'`,
    );
    const { code, json } = await magiJson<ReviewOutput>(ground.repository.dir, [
      ...['run', '--offline', '--validate', validation],
    ]);
    expect([code, json.outcome, json.rounds <= 3]).toEqual([0, 'converged', true]);

    // Nothing had moved in the user's checkout when the attempt had been proven.
    expect(readFileSync(during, 'utf8')).toBe(untouched);
    expect(fingerprint(ground.repository.dir)).not.toBe(untouched);

    const commits = commitsSince(ground, ground.head);
    expect(commits).toBeGreaterThanOrEqual(1);
    expect(evidenceOf(ground)).toMatchObject({ commits, isClean: true, leftOver: [] });
    const mended = ground.repository.git('show', 'topic:src/store.js');
    expect(mended).not.toMatch(/execSync\(`|md5|Math\.random|readFileSync|forEach\(async/);
    execFileSync(process.execPath, ['--test'], { cwd: ground.repository.dir, stdio: 'pipe' });
  });
});

/** Names and contents of all files of a checkout, its branch and its index. */
function listing(dir: string): string {
  return [
    `cd '${dir}'`,
    'find . -path ./.git -prune -o -type f -print | LC_ALL=C sort | xargs sha256sum',
    'git rev-parse HEAD',
    'git ls-files --stage',
  ].join(' && ');
}

function fingerprint(dir: string): string {
  return execFileSync('sh', ['-c', listing(dir)], { encoding: 'utf8' });
}

function work(): Readonly<Record<string, string>> {
  return {
    'package.json': '{ "name": "sample", "version": "1.0.0", "type": "module", "private": true }\n',
    'src/store.js': [
      "import { execSync } from 'node:child_process';",
      "import { createHash } from 'node:crypto';",
      "import { readFileSync } from 'node:fs';",
      '',
      '/** Lists what a folder holds. */',
      'export function list(folder) {',
      "  return execSync(`ls ${folder}`, { encoding: 'utf8' }).split('\\n');",
      '}',
      '',
      '/** A name for content that does not change with its place. */',
      'export function fingerprint(content) {',
      "  return createHash('md5').update(content).digest('hex');",
      '}',
      '',
      '/** A token that nobody can guess. */',
      'export function sessionToken() {',
      '  return Math.random().toString(36).slice(2);',
      '}',
      '',
      '/** Reads one entry. */',
      'export async function read(path) {',
      '  debugger;',
      "  const text = readFileSync(path, 'utf8');",
      '  return JSON.parse(text);',
      '}',
      '',
      '/** Saves all entries. */',
      'export async function saveAll(entries, save) {',
      '  entries.forEach(async (entry) => {',
      '    await save(entry);',
      '  });',
      '}',
      '',
      '/** Entries by their name. */',
      'export function byName(entries) {',
      '  return entries.reduce((all, entry) => ({ ...all, [entry.name]: entry }), {});',
      '}',
      '',
    ].join('\n'),
    'test/store.test.js': [
      "import assert from 'node:assert/strict';",
      "import { mkdtempSync, writeFileSync } from 'node:fs';",
      "import { tmpdir } from 'node:os';",
      "import { join } from 'node:path';",
      "import test from 'node:test';",
      "import { byName, fingerprint, list, read, saveAll, sessionToken } from '../src/store.js';",
      '',
      "test('lists and reads', async () => {",
      "  const folder = mkdtempSync(join(tmpdir(), 'store-'));",
      '  writeFileSync(join(folder, \'one.json\'), \'{"name":"one"}\');',
      "  assert.ok(list(folder).includes('one.json'));",
      "  assert.deepEqual(await read(join(folder, 'one.json')), { name: 'one' });",
      '});',
      '',
      "test('tells contents and tokens apart', () => {",
      "  assert.notEqual(fingerprint('a'), fingerprint('b'));",
      '  assert.notEqual(sessionToken(), sessionToken());',
      '});',
      '',
      "test('saves and finds entries', async () => {",
      '  const saved = [];',
      "  await saveAll([{ name: 'a' }, { name: 'b' }], async (entry) => saved.push(entry.name));",
      "  assert.deepEqual(saved, ['a', 'b']);",
      "  assert.deepEqual(byName([{ name: 'a' }]), { a: { name: 'a' } });",
      '});',
      '',
    ].join('\n'),
  };
}
