/** An error of a provider that an agent reports in the place of an answer. */
export interface ErrorText {
  readonly message: string;
  readonly status?: number;
}

/**
 * Recognises a text that is no answer but an error of the provider; several agents end a turn
 * "successfully" with one. Only short texts that begin like an error count.
 */
export function errorText(text: string): ErrorText | null {
  const line = text.trim();
  if (line.length > 2000 || !/^\[?(?:api |request |stream )?error\b/i.test(line)) return null;
  const status = statusIn(line);
  return { message: line.slice(0, 300), ...(status !== undefined && { status }) };
}

/** The HTTP status that an error message speaks of. */
export function statusIn(message: string): number | undefined {
  const named = /\b(?:status(?:\s*code)?|http|error|code)\b["\s:=]{0,5}([45]\d\d)\b/i.exec(message);
  const bare = named ?? /(?:^|[^\d.])([45]\d\d)(?:[^\d.]|$)/.exec(message);
  return bare ? Number(bare[1]) : undefined;
}
