import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A repository whose branch `head` changes small files against the branch `base`.
 *
 * @param {number} count number of changed files
 * @returns {string} its folder; the caller removes it
 */
export function makeRepository(count) {
  const folder = mkdtempSync(join(tmpdir(), 'magi-peers-'));
  const git = (/** @type {readonly string[]} */ ...args) =>
    execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost', ...args], {
      cwd: folder,
      stdio: 'ignore',
    });
  const write = (/** @type {(n: number) => string} */ text) => {
    for (let n = 0; n < count; n++) writeFileSync(join(folder, 'src', `file-${n}.ts`), text(n));
  };
  git('init', '-q', '-b', 'base');
  mkdirSync(join(folder, 'src'));
  write((n) => `export function double${n}(value: number) {\n  return value * 2;\n}\n`);
  git('add', '.');
  git('commit', '-qm', 'base');
  git('checkout', '-qb', 'head');
  write((n) => `export function double${n}(value: number) {\n  return value + value + ${n};\n}\n`);
  git('commit', '-qam', 'head');
  return folder;
}
