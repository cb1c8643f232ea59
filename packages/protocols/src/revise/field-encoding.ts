import { fail, ok, type Result } from '@magi/contracts';

export type EncodingFailure = { readonly kind: 'empty' | 'not-encoded'; readonly message: string };

/**
 * Percent-encodes a field of a conflict record: unreserved characters stay, all other bytes of the
 * UTF-8 text become `%XX` in upper case. Whatever a text contains, it stays one line and one field.
 */
export function encodeField(text: string): Result<string, EncodingFailure> {
  if (text.trim() === '') return fail({ kind: 'empty', message: 'the field is empty' });
  if (/[\ud800-\udfff]/u.test(text)) {
    return fail({ kind: 'not-encoded', message: 'the field holds half a character' });
  }
  const encoded = encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return ok(encoded);
}

/** Decodes a field; refuses what encoding would not have made. */
export function decodeField(encoded: string): Result<string, EncodingFailure> {
  try {
    const text = decodeURIComponent(encoded);
    const again = encodeField(text);
    if (again.ok && again.value === encoded) return ok(text);
  } catch {
    // A stray percent sign: not encoded either.
  }
  return fail({ kind: 'not-encoded', message: `"${encoded}" is not percent-encoded` });
}
