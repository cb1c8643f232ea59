import { createRingBuffer } from './ring-buffer.ts';
import { type ProcessEnd, type SuperviseOptions, startSupervised } from './supervise.ts';

export interface RunOptions extends SuperviseOptions {
  /** Given on standard input, which is then closed. */
  readonly input: string;
  /** How much of the end of each stream is kept. */
  readonly maxOutputBytes: number;
}

export interface ProgramRun extends ProcessEnd {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly outputBytes: number;
}

// A program that prints this many times what is kept has lost its way.
const floodFactor = 8;

/**
 * Runs a program to its end and keeps the end of what it printed.
 *
 * Never rejects: a program that is missing, hangs, falls silent or floods gives a `ProgramRun` that
 * says so. @see startSupervised for what happens to its descendants
 */
export async function runProgram(
  command: readonly string[],
  options: RunOptions,
): Promise<ProgramRun> {
  const running = startSupervised(command, options);
  const stdout = createRingBuffer(options.maxOutputBytes);
  const stderr = createRingBuffer(Math.min(options.maxOutputBytes, 1 << 20));
  const listen = (stream: NodeJS.ReadableStream, into: typeof stdout) =>
    stream.on('data', (chunk: Uint8Array) => {
      into.push(chunk);
      running.touch();
      if (into.total > options.maxOutputBytes * floodFactor) void running.stop('output-limit');
    });
  listen(running.child.stdout, stdout);
  listen(running.child.stderr, stderr);
  running.child.stdin.end(options.input);
  const end = await running.end;
  return { ...end, stdout: stdout.bytes(), stderr: stderr.bytes(), outputBytes: stdout.total };
}
