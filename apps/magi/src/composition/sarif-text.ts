import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { SarifText } from '@magi/scanners';
import { signalGroup } from '@magi/synthesis';
import { childEnvironment } from './child-environment.ts';

/** More than this is no report any more. */
const OUTPUT_LIMIT_BYTES = 256 * 1024 * 1024;
/** What a finished command wrote arrives within this time, whoever else holds the pipe. */
const PIPE_GRACE_MS = 1_000;

/**
 * Reads SARIF from a file of the repository, or from what a configured command prints.
 *
 * Many tools exit with 1 when they found something, so 0 and 1 both count as answers if they printed
 * a report; any other code, a time-out or a command that cannot be started is a failure. A command
 * has a process group of its own and leaves nothing running.
 */
export function sarifText(root: string, env: NodeJS.ProcessEnv): SarifText {
  return async ({ file, command, timeoutMs }, signal) => {
    if (command !== undefined) {
      return runReporter(command, { root, env: childEnvironment(env), timeoutMs, signal });
    }
    if (file === undefined) return { ok: false, reason: 'neither a file nor a command is given' };
    return readFile(resolve(root, file), 'utf8').then(
      (text) => ({ ok: true, text }),
      (error: Error) => ({ ok: false, reason: `${file} cannot be read: ${error.message}` }),
    );
  };
}

type Answer = Awaited<ReturnType<SarifText>>;

function runReporter(
  command: string,
  options: {
    readonly root: string;
    readonly env: Readonly<Record<string, string>>;
    readonly timeoutMs: number;
    readonly signal: AbortSignal;
  },
): Promise<Answer> {
  return new Promise((done) => {
    const child = spawn(command, {
      cwd: options.root,
      env: { ...options.env },
      shell: true,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    let stderr = '';
    let ended: string | null = null;
    const end = (reason: string): void => {
      ended ??= reason;
      signalGroup(child.pid, 'SIGKILL');
    };
    const timer = setTimeout(
      () => end(`the command ran longer than ${options.timeoutMs} ms`),
      options.timeoutMs,
    );
    const onAbort = (): void => end('called off');
    options.signal.addEventListener('abort', onAbort, { once: true });
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > OUTPUT_LIMIT_BYTES) end('the report is larger than 256 MB');
      else chunks.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString('utf8')).slice(-2_000);
    });
    const finish = (answer: Answer): void => {
      clearTimeout(timer);
      options.signal.removeEventListener('abort', onAbort);
      signalGroup(child.pid, 'SIGKILL');
      done(ended === null ? answer : { ok: false, reason: ended });
    };
    child.on('error', (error) => finish({ ok: false, reason: error.message }));
    const answer = (code: number | null): void =>
      finish(answerOf(code, Buffer.concat(chunks).toString('utf8'), stderr));
    child.on('close', answer);
    // A descendant that keeps the pipe open must not keep the scan waiting.
    child.on('exit', (code) => void setTimeout(() => answer(code), PIPE_GRACE_MS).unref());
  });
}

function answerOf(code: number | null, text: string, stderr: string): Answer {
  if ((code === 0 || code === 1) && text.trim() !== '') return { ok: true, text };
  const said = stderr.trim().split('\n').at(-1) ?? '';
  return { ok: false, reason: `the command exited with code ${code}${said && `: ${said}`}` };
}
