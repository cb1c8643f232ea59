import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const workspace = resolve(fileURLToPath(new URL('../../..', import.meta.url)));
/** `MAGI_BIN` names another build to be tested than the one of this checkout. */
const given = process.env.MAGI_BIN;
const bin = given ?? join(workspace, 'apps/magi/bin/magi.js');
const bundle = join(workspace, 'apps/magi/dist/magi.js');

/** What a finished command left behind. */
export interface CommandResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** True to be bound by the permissions of files, which bind the superuser only when asked to. */
  readonly obeysPermissions?: boolean;
}

/** Home folder of all commands of one test file, so that no state of the machine is read. */
export const home = mkdtempSync(join(tmpdir(), 'magi-home-'));

/** Runs the built CLI in a folder and waits for its end. */
export async function magi(
  cwd: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const running = start(cwd, args, options);
  return running.result;
}

export interface RunningCommand {
  readonly child: ChildProcess;
  readonly result: Promise<CommandResult>;
}

/** Starts the built CLI and leaves it running. */
export function start(
  cwd: string,
  args: readonly string[],
  { env = {}, obeysPermissions = false }: CommandOptions = {},
): RunningCommand {
  const [program = '', ...prefix] = obeysPermissions
    ? [...withoutOverride(), process.execPath]
    : [process.execPath];
  const child = spawn(program, [...prefix, bin, ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const result = new Promise<CommandResult>((done, failed) => {
    child.on('error', failed);
    child.on('close', (code, signal) => done({ code, signal, ...output }));
  });
  return { child, result };
}

/** Takes from the superuser what lets it pass over permissions; others have nothing to take. */
function withoutOverride(): string[] {
  return process.getuid?.() === 0
    ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search']
    : [];
}

/** Runs the CLI with `--json` and parses what it prints. */
export async function magiJson<Output = unknown>(
  cwd: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult & { readonly json: Output }> {
  const result = await magi(cwd, [...args, '--json'], options);
  try {
    return { ...result, json: JSON.parse(result.stdout) as Output };
  } catch {
    throw new Error(`no JSON on standard output (exit ${result.code}): ${result.stderr}`);
  }
}

/** Waits until a condition holds; the time-out only ends a broken test. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const endMs = Date.now() + 60_000;
  while (!(await holds())) {
    if (Date.now() > endMs) throw new Error('waited in vain');
    await wait(50);
  }
}

/** Builds the CLI when it is missing or older than its sources; one process builds, others wait. */
export async function ensureBuilt(): Promise<void> {
  if (given !== undefined) return;
  const lock = join(workspace, 'node_modules/.magi-build.lock');
  while (!isFresh()) {
    try {
      mkdirSync(lock);
    } catch {
      await wait(200);
      continue;
    }
    try {
      if (!isFresh())
        execFileSync('npx', ['nx', 'build', 'magi'], { cwd: workspace, stdio: 'pipe' });
    } finally {
      rmSync(lock, { recursive: true, force: true });
    }
    break;
  }
}

function isFresh(): boolean {
  if (!existsSync(bundle)) return false;
  const builtMs = statSync(bundle).mtimeMs;
  const sources = [
    'apps/magi/src',
    ...readdirSync(join(workspace, 'packages')).map((name) => `packages/${name}/src`),
  ];
  return sources.every((folder) => newestMs(join(workspace, folder)) <= builtMs);
}

function newestMs(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .reduce(
      (newest, entry) => Math.max(newest, statSync(join(entry.parentPath, entry.name)).mtimeMs),
      0,
    );
}
