import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DisposableRepository } from './create-repository.ts';

/** Traps in a repository; a trap that is sprung leaves a file with its name. */
export interface Traps {
  /** Names of the traps that were sprung, sorted. */
  sprung(): string[];
  remove(): void;
}

/** What `makeHostile` writes to `.gitattributes`; commit it before to keep the repository clean. */
export const hostileAttributes =
  '*.ts filter=armed diff=armed merge=armed\n*.odd filter=odd=name\n*.txt filter=service\n';

const hooks = [
  ...['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'post-checkout'],
  ...['post-merge', 'pre-push', 'pre-rebase', 'post-rewrite', 'post-index-change'],
  ...['reference-transaction', 'pre-auto-gc', 'fsmonitor-watchman', 'pre-merge-commit'],
];

/**
 * Arms the configuration, hooks and attributes of a repository (and of a repository inside it at
 * `inner`, when there is one) with every program that git is known to start by itself.
 */
export function makeHostile(repository: DisposableRepository): Traps {
  const folder = mkdtempSync(join(tmpdir(), 'magi-traps-'));
  const trap = (name: string): string => {
    const script = join(folder, `${name}.sh`);
    writeFileSync(script, `#!/bin/sh\n: > '${folder}/${name}.sprung'\ncat\n`);
    chmodSync(script, 0o755);
    return script;
  };

  const hooksDir = join(folder, 'hooks');
  mkdirSync(hooksDir);
  for (const hook of hooks) {
    for (const dir of [hooksDir, join(repository.dir, '.git', 'hooks')]) {
      mkdirSync(dir, { recursive: true });
      writeFileSync(join(dir, hook), `#!/bin/sh\nexec '${trap(`hook-${hook}`)}'\n`);
      chmodSync(join(dir, hook), 0o755);
    }
  }
  const programs: Readonly<Record<string, string>> = {
    'core.fsmonitor': 'fsmonitor',
    'core.pager': 'pager',
    'core.editor': 'editor',
    'core.sshCommand': 'ssh',
    'core.askPass': 'askpass',
    'core.gitProxy': 'proxy',
    'core.alternateRefsCommand': 'alternate-refs',
    'credential.helper': 'credential',
    'diff.external': 'external-diff',
    'diff.armed.command': 'diff-command',
    'diff.armed.textconv': 'textconv',
    'filter.armed.clean': 'clean',
    'filter.armed.smudge': 'smudge',
    'filter.odd=name.clean': 'odd-clean',
    'filter.odd=name.smudge': 'odd-smudge',
    'filter.service.process': 'process',
    'merge.armed.driver': 'merge-driver',
    'gpg.program': 'gpg',
    'gpg.ssh.program': 'gpg-ssh',
    'interactive.diffFilter': 'diff-filter',
    'remote.origin.uploadpack': 'uploadpack',
    'remote.origin.receivepack': 'receivepack',
  };
  const settings: Readonly<Record<string, string>> = {
    'core.hooksPath': hooksDir,
    'commit.gpgSign': 'true',
    'tag.gpgSign': 'true',
    'push.gpgSign': 'if-asked',
    'log.showSignature': 'true',
    'submodule.recurse': 'true',
    'filter.armed.required': 'true',
    'filter.service.required': 'true',
    'protocol.ext.allow': 'always',
    'protocol.file.allow': 'always',
  };
  repository.write({ '.gitattributes': hostileAttributes });
  const armed = Object.entries(programs).map(([name, value]) => [name, trap(value)] as const);
  configure(join(repository.dir, '.git'), [...Object.entries(settings), ...armed]);
  if (existsSync(join(repository.dir, 'inner', '.git'))) {
    configure(join(repository.dir, 'inner', '.git'), [
      ['core.fsmonitor', trap('inner-fsmonitor')],
      ['filter.armed.clean', trap('inner-clean')],
    ]);
  }

  const sprung = () =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.sprung'))
      .map((name) => name.replace('.sprung', ''))
      .sort();
  return { sprung, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Appends settings to the configuration file itself: with some of them set, git would not. */
function configure(gitDir: string, settings: readonly (readonly [string, string])[]): void {
  const lines = settings.map(([name, value]) => {
    const [, section = '', inner, key = ''] = /^([^.]+)(?:\.(.+))?\.([^.]+)$/.exec(name) ?? [];
    const heading = inner === undefined ? `[${section}]` : `[${section} "${inner}"]`;
    return `${heading}\n\t${key} = "${value}"\n`;
  });
  appendFileSync(join(gitDir, 'config'), lines.join(''));
}
