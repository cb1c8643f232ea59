import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { AgentRole } from '../agent-answer.ts';

/** What stands between an agent and the disk; printed in the report. */
export interface SandboxState {
  readonly state: 'bubblewrap' | 'none' | 'not_needed';
  readonly note: string;
}

export type SandboxPolicy = 'required' | 'auto' | 'off';

/** Where bubblewrap is and whether it works here. */
export type SandboxProbe =
  | { readonly usable: true; readonly program: string }
  | { readonly usable: false; readonly why: string };

const probes = new Map<string, SandboxProbe>();

/** Tries bubblewrap once per PATH; kernels and containers may forbid user namespaces. */
export function probeSandbox(env: Readonly<Record<string, string | undefined>>): SandboxProbe {
  const path = env.PATH ?? '';
  const known = probes.get(path);
  if (known) return known;
  const probe = tryBubblewrap(path);
  probes.set(path, probe);
  return probe;
}

function tryBubblewrap(path: string): SandboxProbe {
  if (process.platform !== 'linux') return { usable: false, why: 'bubblewrap needs Linux' };
  const program = path
    .split(delimiter)
    .map((folder) => join(folder, 'bwrap'))
    .find((file) => existsSync(file));
  if (!program) return { usable: false, why: 'bubblewrap (bwrap) is not installed' };
  const args = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--unshare-pid', 'true'];
  const run = spawnSync(program, args, { timeout: 5000, encoding: 'utf8', env: { PATH: path } });
  if (run.status === 0) return { usable: true, program };
  const said = run.stderr?.trim().split('\n')[0] ?? run.error?.message ?? 'no reason given';
  return { usable: false, why: `bubblewrap does not work here: ${said}` };
}

export interface CageOptions {
  readonly role: AgentRole;
  /** Snapshot of a reviewer or worktree of a fixer. */
  readonly cwd: string;
  /** Folders the agent may write besides: its throw-away HOME, or its own state in the user's. */
  readonly writable: readonly string[];
  /** The user's HOME, whose credentials are hidden. */
  readonly userHome: string;
}

const credentialFolders = ['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.config/gh', '.docker'];
const credentialFiles = ['.netrc', '.git-credentials', '.npmrc', '.pypirc'];

/**
 * Puts a command into bubblewrap: the whole disk read-only, the working directory writable only for
 * a fixer, credentials of the user hidden, process ids of its own. The network stays: the agent has
 * to reach its model.
 */
export function insideBubblewrap(
  program: string,
  command: readonly string[],
  options: CageOptions,
): readonly string[] {
  const hidden = [
    ...credentialFolders
      .map((name) => join(options.userHome, name))
      .filter((folder) => existsSync(folder))
      .flatMap((folder) => ['--tmpfs', folder]),
    ...credentialFiles
      .map((name) => join(options.userHome, name))
      .filter((file) => existsSync(file))
      .flatMap((file) => ['--ro-bind', '/dev/null', file]),
  ];
  const writable = [...options.writable, ...(options.role === 'fixer' ? [options.cwd] : [])];
  return [
    program,
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...hidden,
    ...writable
      .filter((folder) => existsSync(folder))
      .flatMap((folder) => ['--bind', folder, folder]),
    ...['--chdir', options.cwd, '--die-with-parent', '--unshare-pid', '--unshare-ipc'],
    '--new-session',
    '--',
    ...command,
  ];
}
