import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { MagiError } from '@magi/contracts';
import type { Git } from './git.ts';
import { killGroup } from './git-process.ts';

/** Reads blobs by id through one long-lived `git cat-file --batch`. */
export interface ObjectReader {
  /**
   * Content of a blob, or null where the id names something else. `limit` keeps only the first
   * bytes. A missing object is a broken promise (`MAGI_OBJECT_MISSING`), never an empty file.
   */
  read(oid: string, limit?: number): Promise<Buffer | null>;
  dispose(): Promise<void>;
}

interface Wanted {
  readonly oid: string;
  readonly limit: number;
  readonly resolve: (content: Buffer | null) => void;
  readonly reject: (error: MagiError) => void;
}

/** Starts the process with the first read, and again if it ended in between. */
export function openObjectReader(git: Git): ObjectReader {
  const wanted: Wanted[] = [];
  let child: ChildProcess | undefined;

  function start(): ChildProcess {
    const started = spawn('git', ['cat-file', '--batch'], {
      cwd: git.cwd,
      env: git.env,
      detached: process.platform !== 'win32',
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
    });
    const answers = batchAnswers((answer) => settle(wanted.shift(), answer));
    started.stdout?.on('data', (chunk: Buffer) => {
      answers(chunk);
      if (wanted.length === 0) keepAlive(started, false);
    });
    started.stdin?.on('error', () => undefined);
    const ended = () => {
      if (child === started) child = undefined;
      for (const request of wanted.splice(0)) request.reject(readerEnded(request.oid));
    };
    started.on('error', ended);
    started.on('close', ended);
    return started;
  }

  function read(oid: string, limit = Number.POSITIVE_INFINITY): Promise<Buffer | null> {
    if (!/^[0-9a-f]{40,64}$/.test(oid)) throw new MagiError('MAGI_BAD_OID', `no object id: ${oid}`);
    return new Promise((resolve, reject) => {
      child ??= start();
      wanted.push({ oid, limit, resolve, reject });
      keepAlive(child, true);
      child.stdin?.write(`${oid}\n`);
    });
  }

  /** How many bytes of the answer that is coming in are worth keeping. */
  function batchAnswers(onAnswer: (answer: Answer) => void): (chunk: Buffer) => void {
    return answerReader(() => wanted[0]?.limit ?? 0, onAnswer);
  }

  async function dispose(): Promise<void> {
    const running = child;
    if (!running) return;
    const closed = new Promise((resolve) => running.once('close', resolve));
    if (wanted.length > 0) killGroup(running);
    keepAlive(running, true);
    running.stdin?.end();
    await closed;
  }

  return { read, dispose };
}

interface Answer {
  readonly type: string;
  readonly content: Buffer;
}

/** Splits the output of `cat-file --batch` into answers: a header line, the content, a line end. */
function answerReader(
  limit: () => number,
  onAnswer: (answer: Answer) => void,
): (chunk: Buffer) => void {
  let header = '';
  let type: string | undefined;
  let remaining = 0;
  let kept: Buffer[] = [];
  let keptBytes = 0;

  return (chunk) => {
    let at = 0;
    while (at < chunk.length) {
      if (type === undefined) {
        const end = chunk.indexOf(0x0a, at);
        header += chunk.toString('latin1', at, end < 0 ? chunk.length : end);
        if (end < 0) return;
        at = end + 1;
        const [, kind = 'missing', size] = header.split(' ');
        header = '';
        if (size === undefined) {
          onAnswer({ type: kind, content: Buffer.alloc(0) });
          continue;
        }
        type = kind;
        remaining = Number(size);
      }
      const part = chunk.subarray(at, at + remaining);
      const worth = Math.min(part.length, Math.max(0, limit() - keptBytes));
      if (worth > 0) kept.push(part.subarray(0, worth));
      keptBytes += worth;
      remaining -= part.length;
      at += part.length;
      if (remaining > 0 || at >= chunk.length) continue;
      at += 1;
      onAnswer({ type, content: Buffer.concat(kept) });
      type = undefined;
      kept = [];
      keptBytes = 0;
    }
  };
}

function settle(request: Wanted | undefined, answer: Answer): void {
  if (!request) return;
  if (answer.type === 'missing') request.reject(objectMissing(request.oid));
  else request.resolve(answer.type === 'blob' ? answer.content : null);
}

/** An idle reader must not keep the program from ending; a busy one must. */
function keepAlive(child: ChildProcess, alive: boolean): void {
  for (const handle of [child, child.stdin as Socket | null, child.stdout as Socket | null]) {
    if (alive) handle?.ref();
    else handle?.unref();
  }
}

function objectMissing(oid: string): MagiError {
  return new MagiError('MAGI_OBJECT_MISSING', `object ${oid} is not in the repository`, {
    hint: 'In a partial clone: git fetch --refetch --no-filter. Otherwise start the review anew.',
    exitCode: 5,
  });
}

function readerEnded(oid: string): MagiError {
  return new MagiError('MAGI_GIT_FAILED', `git cat-file ended before it gave ${oid}`, {
    exitCode: 5,
  });
}
