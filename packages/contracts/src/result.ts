/** An expected failure is a value: callers switch on `error.kind`. */
export type Result<Value, Failure extends { readonly kind: string }> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure };

/** Wraps a value as a successful `Result`. */
export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

/** Wraps a failure as a failed `Result`. */
export function fail<Failure extends { readonly kind: string }>(
  error: Failure,
): { readonly ok: false; readonly error: Failure } {
  return { ok: false, error };
}
