import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const SOURCE = fileURLToPath(new URL('../index.ts', import.meta.url));
const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));
const MODULES = fileURLToPath(new URL('../../../../node_modules', import.meta.url));

/** Starts scripts from `fixtures/` in processes of their own, over a bundle of this package. */
export interface ChildProcesses {
  /** @param options.fileLimitKb largest file that the process may write, in kilobytes */
  start(
    script: string,
    args: readonly (string | number)[],
    options?: { readonly fileLimitKb?: number },
  ): Child;
  /** Ends what still runs and removes the bundle. */
  dispose(): Promise<void>;
}

/** One process and the lines that it prints. */
export interface Child {
  readonly pid: number;
  /** Lines so far. */
  readonly lines: readonly string[];
  /** Resolves with the next line that was not asked for yet; null at the end. */
  next(): Promise<string | null>;
  /** Resolves when the process is gone and everything it printed was read. */
  readonly ended: Promise<unknown>;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/** Bundles the package once: a process of Node 20 cannot load TypeScript. */
export async function bundleForChildren(): Promise<ChildProcesses> {
  const folder = mkdtempSync(join(tmpdir(), 'magi-bundle-'));
  chmodSync(folder, 0o755);
  symlinkSync(MODULES, join(folder, 'node_modules'));
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: SOURCE,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      rollupOptions: { output: { entryFileNames: 'event-log.mjs' } },
    },
  });
  const children: Child[] = [];
  return {
    start(script, args, { fileLimitKb } = {}) {
      const command = [process.execPath, join(FIXTURES, script), join(folder, 'event-log.mjs')];
      const child = startChild([...command, ...args.map(String)], fileLimitKb);
      children.push(child);
      return child;
    },
    async dispose() {
      for (const child of children) await child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function startChild(command: readonly string[], fileLimitKb: number | undefined): Child {
  const limit = fileLimitKb === undefined ? '' : `ulimit -f ${fileLimitKb * 2};`;
  const child = spawn('sh', ['-c', `${limit} exec "$@"`, 'sh', ...command], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  let asked = 0;
  const output = createInterface({ input: child.stdout });
  output.on('line', (line) => lines.push(line));
  const ended = Promise.all([once(child, 'exit'), once(output, 'close')]);
  return {
    pid: child.pid as number,
    lines,
    ended,
    async next() {
      while (lines.length <= asked && !hasEnded(child)) {
        await Promise.race([once(output, 'line'), ended]);
      }
      asked += 1;
      return lines[asked - 1] ?? null;
    },
    async kill(signal = 'SIGKILL') {
      child.kill(signal);
      await ended;
    },
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
