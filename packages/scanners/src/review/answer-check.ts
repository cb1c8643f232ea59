import type { BuiltinCheck, FileHit, Hit, NotEvaluated, RuleUse } from '../builtin/check.ts';
import type { Change } from '../change/change.ts';
import { isProductPath } from '../change/file-class.ts';
import { isCode } from '../change/language.ts';
import { type ChangedSource, isLintable } from '../change/source.ts';
import type { LintReport } from '../tools/tools.ts';
import type { CheckAnswer } from './answer.ts';
import { calibratedRules } from './calibrated-rules.ts';
import { locate } from './locate.ts';
import { asMoved, wasMoved } from './moved-hits.ts';
import { readsLanguage } from './reads-language.ts';

/** Runs every analysis of one check over a change and joins what they found. */
export async function answerCheck(check: BuiltinCheck, change: Change): Promise<CheckAnswer> {
  const parts = [
    await fromFacts(check, change),
    await fromLint(check, change),
    await fromTyped(check, change),
    await fromChange(check, change),
  ];
  const about = change.sources.filter((source) => isAbout(check, source));
  const readable = about.filter((source) => readsLanguage(check, source.language));
  const isLimited = (source: ChangedSource) => {
    if (check.readsAnySize === true) return false;
    // Text rules read what no parser could.
    if (check.text !== undefined) return source.limit !== null;
    return (change.facts(source, 'head')?.limit ?? null) !== null;
  };
  return {
    check,
    hits: withoutDoubles(parts.flatMap((part) => part.hits)),
    looked: readable.filter((source) => !isLimited(source)),
    limited: readable.filter(isLimited),
    missingTool: missingToolOf(change, readable.filter(isLimited)),
    unsupported: about.filter((source) => !readsLanguage(check, source.language)),
    notEvaluated: parts.find((part) => part.notEvaluated !== undefined)?.notEvaluated ?? null,
    notes: parts.flatMap((part) => part.notes ?? []),
  };
}

/** Two sources of evidence for one check may see the same thing; the first one says more. */
function withoutDoubles(hits: readonly FileHit[]): readonly FileHit[] {
  const seen = new Map<string, FileHit>();
  return hits.filter((hit) => {
    const place = `${hit.side ?? ''}:${hit.file}:${hit.line}`;
    const first = seen.get(place);
    if (first === undefined) seen.set(place, hit);
    return first === undefined || isKind(first, hit);
  });
}

/** Own rules may say several things about a line; a foreign rule adds nothing to an own one. */
function isKind(first: FileHit, hit: FileHit): boolean {
  return first.fromTool === hit.fromTool;
}

function missingToolOf(change: Change, limited: readonly ChangedSource[]): string | null {
  const tools = limited.map((source) => change.facts(source, 'head')?.missingTool);
  const [first] = tools;
  return first !== undefined && tools.every((tool) => tool !== undefined) ? first : null;
}

interface Part {
  readonly hits: readonly FileHit[];
  readonly notEvaluated?: NotEvaluated | undefined;
  readonly notes?: readonly string[] | undefined;
}

/** A deleted file is nothing to look at, except for checks that say that they compare both sides. */
function isAbout(check: BuiltinCheck, source: ChangedSource): boolean {
  if (check.about !== undefined) return check.about(source);
  if (source.head === null) return false;
  return check.text !== undefined || isCode(source.language);
}

async function fromFacts(check: BuiltinCheck, change: Change): Promise<Part> {
  const hits: FileHit[] = [];
  const aside = check.readsAnySize === true ? change.setAside : [];
  for (const source of [...change.sources, ...aside]) {
    const found = change.facts(source, 'head')?.hits[check.id] ?? [];
    const isCut = (hit: Hit) => source.added.isCutWithin(hit.line, hit.endLine);
    if (found.some(isCut)) await change.loadBase([source]);
    const before = change.facts(source, 'base')?.hits[check.id] ?? [];
    const isNew = (hit: Hit) => countOf(found, hit.rule) > countOf(before, hit.rule);
    for (const hit of found.flatMap((one) => locate(source, one, isNew) ?? [])) {
      hits.push((await wasMoved(check.id, hit, change)) ? asMoved(hit) : hit);
    }
  }
  return { hits };
}

function countOf(hits: readonly Pick<Hit, 'rule'>[], rule: string): number {
  return hits.filter((hit) => hit.rule === rule).length;
}

async function fromLint(check: BuiltinCheck, change: Change): Promise<Part> {
  if (check.lint === undefined || !change.sources.some(isLintable)) return { hits: [] };
  const answer = await change.tools.lint();
  if (!answer.ok) return { hits: [], notEvaluated: answer.why };
  const rules = await calibratedRules(check.lint, change);
  const hits = lintHits(rules.uses, answer.value, change);
  return {
    hits: await withoutOldHabits(hits, check.lint, answer.value, change),
    notes: rules.notes,
  };
}

/**
 * Habits are held against a change only where it adds to them: a line that broke one before and was
 * edited is not new. Where the base cannot be looked at, the findings stand.
 */
async function withoutOldHabits(
  hits: readonly FileHit[],
  rules: Readonly<Record<string, RuleUse>>,
  head: LintReport,
  change: Change,
): Promise<readonly FileHit[]> {
  const isHabit = ({ rule }: FileHit) => rules[rule]?.calibrated === true;
  if (!hits.some((hit) => isHabit(hit) && change.source(hit.file)?.base)) return hits;
  const base = await change.tools.lintBase();
  if (!base.ok) return hits;
  const count = (report: LintReport, { file, rule }: FileHit) =>
    countOf(report.get(file) ?? [], rule);
  return hits.filter((hit) => !isHabit(hit) || count(head, hit) > count(base.value, hit));
}

async function fromTyped(check: BuiltinCheck, change: Change): Promise<Part> {
  if (check.typed === undefined || !change.sources.some(isLintable)) return { hits: [] };
  const answer = await change.tools.typed();
  if (answer.ok) return { hits: lintHits(() => check.typed ?? {}, answer.value, change) };
  // A check with untyped rules of its own is still decided by those.
  const isOnlyEvidence = check.script === undefined && check.lint === undefined;
  return isOnlyEvidence
    ? { hits: [], notEvaluated: answer.why }
    : { hits: [], notes: [`Typed rules did not run: ${answer.why.reason}`] };
}

function lintHits(
  usesOf: (source: ChangedSource) => Readonly<Record<string, RuleUse>>,
  report: ReadonlyMap<string, readonly (Hit | LintLike)[]>,
  change: Change,
): readonly FileHit[] {
  return change.sources.flatMap((source) => {
    const uses = usesOf(source);
    return (report.get(source.path) ?? []).flatMap((diagnostic) => {
      const use = uses[diagnostic.rule];
      if (use === undefined || !applies(use, source)) return [];
      const hit = {
        rule: diagnostic.rule,
        severity: use.severity,
        message: use.message ?? diagnostic.message,
        suggestion: use.suggestion ?? ('help' in diagnostic ? diagnostic.help : undefined),
        line: diagnostic.line,
        endLine: Math.min(diagnostic.endLine, diagnostic.line + 4),
      };
      const place = locate(source, hit, () => false);
      return place === null ? [] : { ...place, fromTool: true };
    });
  });
}

interface LintLike {
  readonly rule: string;
  readonly message: string;
  readonly help: string | undefined;
  readonly line: number;
  readonly endLine: number;
}

function applies(use: RuleUse, source: ChangedSource): boolean {
  if (use.only === undefined) return true;
  return use.only === 'test' ? source.isTest : isProductPath(source.path);
}

async function fromChange(check: BuiltinCheck, change: Change): Promise<Part> {
  if (check.change === undefined) return { hits: [] };
  if (check.comparesSides === true) await change.loadBase();
  return check.change(change);
}
