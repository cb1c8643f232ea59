/**
 * A value as an indented JSON document with a line end.
 *
 * The same JSON as any other, but characters that a terminal would act on or not show (C1 controls,
 * bidirectional and zero-width characters, line separators) stand as `\u` escapes.
 */
export function jsonDocument(value: unknown): string {
  return `${visible(JSON.stringify(value, null, 2))}\n`;
}

/** A value as one line of JSON, with the same care. */
export function jsonLine(value: unknown): string {
  return `${visible(JSON.stringify(value))}\n`;
}

function visible(json: string): string {
  return json.replace(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, (character) =>
    [...Array(character.length).keys()]
      .map((unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
