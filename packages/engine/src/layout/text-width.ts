/** Widths of characters in thousandths of the font size, for a wide sans serif; others count as 590. */
const NARROW = new Map<string, number>([
  ...widths("ijl.,:;'|!", 290),
  ...widths('ftrI()[]{}/-* ', 380),
  ...widths('mwMW@%', 930),
  ...widths('ABCDEFGHKLNOPQRSTUVXYZ&→●', 710),
]);

/**
 * Estimates the width of a text in pixels, rather too wide than too narrow.
 *
 * Layouts are made where no font can be measured, and have to hold whatever sans serif a reader has.
 */
export function textWidth(text: string, sizePx: number, weight: 'normal' | 'bold' = 'normal') {
  let sum = 0;
  for (const character of text) sum += NARROW.get(character) ?? 590;
  return Math.ceil((sum / 1000) * sizePx * (weight === 'bold' ? 1.14 : 1.03));
}

function widths(characters: string, width: number): [string, number][] {
  return [...characters].map((character) => [character, width]);
}
