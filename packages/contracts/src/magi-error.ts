/**
 * A broken promise: something that the caller could not foresee as a value.
 *
 * `code` is stable (`MAGI_LOG_CORRUPT`); the message says what is wrong and where, `hint` how to
 * mend it, and `exitCode` is the process exit code of design §11 (default 70, internal error).
 */
export class MagiError extends Error {
  readonly code: `MAGI_${string}`;
  readonly hint: string | undefined;
  readonly exitCode: number;

  constructor(
    code: `MAGI_${string}`,
    message: string,
    options: { readonly hint?: string; readonly exitCode?: number; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'MagiError';
    this.code = code;
    this.hint = options.hint;
    this.exitCode = options.exitCode ?? 70;
  }
}
