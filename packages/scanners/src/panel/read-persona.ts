import { createHash } from 'node:crypto';
import { fail, ok, PersonaDef, type Result } from '@magi/contracts';
import { findJsonFault, positionIn } from './json-fault.ts';

export interface BrokenPersona {
  readonly kind: 'broken-persona';
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

export interface Persona {
  /** Repository path, or `shipped:<name>`. */
  readonly source: string;
  readonly definition: PersonaDef;
  readonly digest: string;
}

/**
 * Parses a persona file in the published shape of seed 003.
 *
 * @returns fails with `broken-persona`, naming file, line, column and reason
 */
export function readPersona(source: string, bytes: Uint8Array): Result<Persona, BrokenPersona> {
  const text = new TextDecoder().decode(bytes);
  const fault = findJsonFault(text);
  if (fault !== null) return fail({ kind: 'broken-persona', file: source, ...fault });
  const parsed = PersonaDef.safeParse(JSON.parse(text));
  if (parsed.success) return ok({ source, definition: parsed.data, digest: digestOf(bytes) });
  const issue = parsed.error.issues[0];
  const path = issue?.path.map(String) ?? [];
  return fail({
    kind: 'broken-persona',
    file: source,
    ...positionIn(text, offsetOfKey(text, path)),
    reason: `${path.length > 0 ? `"${path.join('.')}": ` : ''}${issue?.message ?? 'wrong shape'}`,
  });
}

/** SHA-256 of bytes or text, as lower-case hex. */
export function digestOf(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Offset of the innermost key of a path, as far as its keys occur one after the other. */
function offsetOfKey(text: string, path: readonly string[]): number {
  let offset = 0;
  for (const key of path) {
    const found = text.indexOf(`${JSON.stringify(key)}`, offset);
    if (found >= 0) offset = found;
  }
  return offset;
}
