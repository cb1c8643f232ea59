import type { RecordedError } from '@magi/contracts';
import { Cost } from '@magi/contracts';

/** Reduces anything thrown to what the log keeps: name, message, code and cost, never a stack. */
export function recordedError(thrown: unknown): RecordedError {
  if (!(thrown instanceof Error)) return { name: 'Error', message: textOf(thrown) };
  const { code, cost } = thrown as { readonly code?: unknown; readonly cost?: unknown };
  const spent = Cost.safeParse(cost);
  return {
    name: thrown.name,
    message: thrown.message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(spent.success && cost !== undefined ? { cost: spent.data } : {}),
  };
}

function textOf(thrown: unknown): string {
  return typeof thrown === 'string' ? thrown : `thrown: ${JSON.stringify(thrown) ?? typeof thrown}`;
}
