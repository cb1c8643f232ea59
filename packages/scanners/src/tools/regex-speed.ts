import type { analyse as Analyse } from 'scslre';

let analyse: typeof Analyse | null = null;

/** Loads the analyser; `slownessOf` answers nothing before. */
export async function loadRegexAnalyser(): Promise<void> {
  analyse ??= (await import('scslre')).analyse;
}

/** How a regular expression can be made slow by an input, and by which character. */
export interface Slowness {
  readonly exponential: boolean;
  readonly character: string;
}

/** Longer patterns are tables more often than grammars, and cost seconds to analyse. */
const maxLength = 1_000;

const kept = new Map<string, Slowness | null>();

/**
 * Finds super-linear backtracking in a regular expression, or null.
 *
 * Slowness that comes from trying every start position alone is left out: nearly every pattern
 * without an anchor has it.
 */
export function slownessOf(source: string, flags: string): Slowness | null {
  const key = `${flags}/${source}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const slowness = measure(source, flags);
  kept.set(key, slowness);
  return slowness;
}

function measure(source: string, flags: string): Slowness | null {
  if (analyse === null || source.length > maxLength || !/[*+]|\{\d*,/.test(source)) return null;
  try {
    const { reports } = analyse({ source, flags }, { reportTypes: { Move: false } });
    const worst = reports.find((report) => report.exponential) ?? reports[0];
    return worst === undefined
      ? null
      : { exponential: worst.exponential, character: worst.character.pick };
  } catch {
    // Not a valid pattern for this analyser; the parser of the language judges its syntax.
    return null;
  }
}
