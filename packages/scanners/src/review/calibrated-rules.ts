import type { RuleUse } from '../builtin/check.ts';
import type { Change } from '../change/change.ts';
import type { ChangedSource } from '../change/source.ts';
import type { Calibration } from '../tools/tools.ts';

/** Rules of a check that apply to a file, after style rules were measured against the base. */
export interface CalibratedRules {
  readonly uses: (source: ChangedSource) => Readonly<Record<string, RuleUse>>;
  readonly notes: readonly string[];
}

/**
 * Leaves out style rules that the base itself does not keep.
 *
 * A calibrated rule is active for a class of files (product code, tests) only if the base breaks
 * it less than once per 1,000 lines of that class. The figures are the evidence, kept as notes.
 */
export async function calibratedRules(
  rules: Readonly<Record<string, RuleUse>>,
  change: Change,
): Promise<CalibratedRules> {
  if (!Object.values(rules).some((use) => use.calibrated === true)) {
    return { uses: () => rules, notes: [] };
  }
  const notes: string[] = [];
  const active = new Map<boolean, Readonly<Record<string, RuleUse>>>();
  for (const isTest of [false, true]) {
    if (!change.sources.some((source) => source.isTest === isTest)) continue;
    const fileClass = isTest ? 'test' : 'product';
    const answer = await change.tools.calibration(fileClass);
    const figures = answer.ok ? answer.value : null;
    const kept = Object.entries(rules).filter(
      ([rule, use]) => use.calibrated !== true || isKept(rule, figures),
    );
    active.set(isTest, Object.fromEntries(kept));
    notes.push(...noteOf(rules, figures, fileClass));
  }
  return { uses: (source) => active.get(source.isTest) ?? {}, notes };
}

/** True when the base breaks a rule less than once per 1,000 lines. */
export function isKept(rule: string, figures: Calibration | null): boolean {
  return figures !== null && (figures.counts[rule] ?? 0) * 1_000 < figures.lines;
}

function noteOf(
  rules: Readonly<Record<string, RuleUse>>,
  figures: Calibration | null,
  fileClass: string,
): string[] {
  const measured = Object.keys(rules).filter((rule) => rules[rule]?.calibrated === true);
  const dropped = measured.filter((rule) => !isKept(rule, figures)).sort();
  if (dropped.length === 0 || figures === null) return [];
  const counts = dropped.map((rule) => `${rule} ${figures.counts[rule] ?? 0}`).join(', ');
  return [
    `Not held against ${fileClass} files, since the base breaks them (${figures.lines} lines sampled): ${counts}`,
  ];
}
