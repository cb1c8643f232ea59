/** What the two output streams can do, and how to write to them. */
export interface Terminal {
  /** Results only. */
  out(text: string): void;
  /** Progress, warnings, questions. */
  err(text: string): void;
  readonly outColours: boolean;
  readonly errColours: boolean;
  /** True when a view on stderr may redraw itself: a person looks at it. */
  readonly isLive: boolean;
  readonly columns: number;
}

/** The part of `process` that a terminal is made of. */
export interface Streams {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Decides about colours and redrawing.
 *
 * `NO_COLOR` (not empty) and `--no-color` win, then `FORCE_COLOR`, then whether the stream is a
 * terminal that is not dumb. Nothing redraws in CI.
 */
export function createTerminal(
  { stdout, stderr, env }: Streams,
  flags: { readonly color: boolean; readonly quiet: boolean },
): Terminal {
  const isColoured = (stream: NodeJS.WriteStream): boolean => {
    if (!flags.color || (env.NO_COLOR ?? '') !== '') return false;
    if (env.FORCE_COLOR !== undefined)
      return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
    return stream.isTTY === true && env.TERM !== 'dumb';
  };
  const isCi = (env.CI ?? '') !== '' && env.CI !== 'false';
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void (flags.quiet || stderr.write(text)),
    outColours: isColoured(stdout),
    errColours: isColoured(stderr),
    isLive: stderr.isTTY === true && !isCi && env.TERM !== 'dumb' && !flags.quiet,
    columns: stderr.columns || 80,
  };
}

/** A reader that went away (`magi log RUN | head`) ends the program without a word. */
export function ignoreBrokenPipes({ stdout, stderr }: Streams): void {
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit();
    });
  }
}
