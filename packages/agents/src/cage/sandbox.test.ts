import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { insideBubblewrap, probeSandbox } from './sandbox.ts';

const folder = mkdtempSync(join(tmpdir(), 'magi-cage-'));
const home = join(folder, 'home');
mkdirSync(join(home, '.ssh'), { recursive: true });
writeFileSync(join(home, '.netrc'), '');
afterAll(() => rmSync(folder, { recursive: true }));

it('gives a reviewer nothing to write but its own scratch folder', () => {
  const command = caged('reviewer');
  expect(bindings(command)).toEqual([['--bind', folder, folder]]);
  expect(command.slice(0, 4)).toEqual(['bwrap', '--ro-bind', '/', '/']);
  expect(command.slice(-3)).toEqual(['--', 'agent', '--flag']);
});

it('gives a fixer its worktree besides', () => {
  expect(bindings(caged('fixer'))).toEqual([
    ['--bind', folder, folder],
    ['--bind', home, home],
  ]);
});

it('hides the credentials of the user', () => {
  const text = caged('reviewer').join(' ');
  expect(text).toContain(`--tmpfs ${home}/.ssh`);
  expect(text).toContain(`--ro-bind /dev/null ${home}/.netrc`);
});

it('dies with magi and sees no other process', () => {
  expect(caged('reviewer')).toEqual(
    expect.arrayContaining(['--die-with-parent', '--unshare-pid', '--new-session']),
  );
});

it('says why there is no sandbox when the program is missing', () => {
  expect(probeSandbox({ PATH: join(folder, 'empty') })).toEqual({
    usable: false,
    why: 'bubblewrap (bwrap) is not installed',
  });
});

it('says why there is no sandbox when the kernel forbids it', () => {
  const bin = join(folder, 'forbidden');
  mkdirSync(bin);
  writeFileSync(join(bin, 'bwrap'), '#!/bin/sh\necho "bwrap: no permission" >&2\nexit 1\n');
  chmodSync(join(bin, 'bwrap'), 0o755);
  expect(probeSandbox({ PATH: `${bin}:/usr/bin:/bin` })).toEqual({
    usable: false,
    why: 'bubblewrap does not work here: bwrap: no permission',
  });
});

function caged(role: 'reviewer' | 'fixer'): readonly string[] {
  return insideBubblewrap('bwrap', ['agent', '--flag'], {
    role,
    cwd: home,
    writable: [folder, join(folder, 'missing')],
    userHome: home,
  });
}

function bindings(command: readonly string[]): readonly (readonly string[])[] {
  return command.flatMap((word, index) =>
    word === '--bind' ? [command.slice(index, index + 3)] : [],
  );
}
