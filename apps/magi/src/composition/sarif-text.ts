import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { SarifText } from '@magi/scanners';
import { runShell, type ShellEnd } from '@magi/synthesis';
import { childEnvironment } from './child-environment.ts';

/** More than this is no report any more. */
const OUTPUT_LIMIT = 256 * 1024 * 1024;
const STDERR_LIMIT = 2_000;

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

async function runReporter(
  command: string,
  {
    root,
    env,
    timeoutMs,
    signal,
  }: {
    readonly root: string;
    readonly env: Readonly<Record<string, string>>;
    readonly timeoutMs: number;
    readonly signal: AbortSignal;
  },
): Promise<Answer> {
  const report: string[] = [];
  let length = 0;
  let stderr = '';
  const end = await runShell(command, {
    cwd: root,
    env,
    timeoutMs,
    signal,
    onOutput(text, from, stop) {
      if (from === 'stderr') {
        stderr = (stderr + text).slice(-STDERR_LIMIT);
        return;
      }
      length += text.length;
      if (length > OUTPUT_LIMIT) stop('the report is larger than 256 MB');
      else report.push(text);
    },
  });
  return answerOf(end, { text: report.join(''), stderr, timeoutMs });
}

function answerOf(
  end: ShellEnd,
  said: { readonly text: string; readonly stderr: string; readonly timeoutMs: number },
): Answer {
  switch (end.kind) {
    case 'not-started':
      return { ok: false, reason: end.message };
    case 'timed-out':
      return { ok: false, reason: `the command ran longer than ${said.timeoutMs} ms` };
    case 'aborted':
      return { ok: false, reason: 'called off' };
    case 'stopped':
      return { ok: false, reason: end.reason };
    case 'exited': {
      const { code } = end;
      if ((code === 0 || code === 1) && said.text.trim() !== '')
        return { ok: true, text: said.text };
      const last = said.stderr.trim().split('\n').at(-1) ?? '';
      return { ok: false, reason: `the command exited with code ${code}${last && `: ${last}`}` };
    }
  }
}
