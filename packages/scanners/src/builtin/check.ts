import type { Location, Severity } from '@magi/contracts';
import type { Change } from '../change/change.ts';
import type { Language } from '../change/language.ts';
import type { ChangedSource } from '../change/source.ts';
import type { ScriptVisitors } from '../facts/script-visitors.ts';

/** What is wrong, and what to do about it. */
export interface Problem {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly suggestion?: string | undefined;
  readonly symbol?: string | undefined;
  readonly trace?: readonly Location[] | undefined;
  /** Quoted text, where the whole line must not be shown (secrets). */
  readonly evidence?: string | undefined;
}

/** A problem at lines of one text, whether or not those lines were changed. Plain JSON. */
export interface Hit extends Problem {
  readonly line: number;
  readonly endLine: number;
}

/** A hit in a named file; `diffLevel` hits count wherever they lie. */
export interface FileHit extends Hit {
  readonly file: string;
  readonly side?: 'base' | undefined;
  readonly diffLevel?: boolean | undefined;
  /** Found by a rule of a linter, not by one of ours. */
  readonly fromTool?: boolean | undefined;
}

/** How hits of a foreign rule are reported; its own message is used where none is given. */
export interface RuleUse {
  readonly severity: Severity;
  readonly message?: string;
  readonly suggestion?: string;
  /** Active only if the base breaks the rule less than once per 1,000 lines, and the file less often. */
  readonly calibrated?: boolean;
  /** Only in product code, or only in tests. */
  readonly only?: 'product' | 'test';
}

/** A structural pattern of a language other than TypeScript and JavaScript. */
export interface PatternUse extends Problem {
  /** Rule object of ast-grep. */
  readonly pattern: PatternRule;
}

export interface PatternRule {
  readonly [key: string]: unknown;
}

export type NotEvaluated = {
  readonly kind: 'unsupported' | 'not_applicable' | 'degraded' | 'missing_tool';
  readonly reason: string;
};

/** What an analysis of the change as a whole found, or why it could not look. */
export interface ChangeAnswer {
  readonly hits: readonly FileHit[];
  readonly notEvaluated?: NotEvaluated | undefined;
  readonly notes?: readonly string[] | undefined;
}

/**
 * One check that a built-in scanner decides. Its statement is in the persona of its scanner.
 *
 * Each field is one source of evidence; a check may have several. `script`, `text` and `python`
 * look at one blob and are cached by it; `lint` and `typed` name rules of the linter; `change`
 * sees both sides of the whole candidate.
 */
export interface BuiltinCheck {
  readonly id: string;
  readonly aliases?: readonly string[];
  readonly failAt?: Severity;
  readonly script?: ScriptVisitors;
  readonly text?: (file: TextUnit) => readonly Hit[] | Promise<readonly Hit[]>;
  /** Its text rule reads files of any size, minified ones too. */
  readonly readsAnySize?: boolean;
  readonly lint?: Readonly<Record<string, RuleUse>>;
  readonly typed?: Readonly<Record<string, RuleUse>>;
  readonly python?: Readonly<Record<string, RuleUse>>;
  readonly patterns?: Partial<Record<Language, readonly PatternUse[]>>;
  /** Findings of the taint engine that name this check are its own. */
  readonly taint?: boolean;
  /** Cannot be decided when typed analysis is switched off. */
  readonly needsTypes?: boolean;
  /** Its `change` analysis looks at facts of the base side. */
  readonly comparesSides?: boolean;
  readonly change?: (change: Change) => ChangeAnswer | Promise<ChangeAnswer>;
  /** Files the check is about; default: code of any language, or any text when it has `text`. */
  readonly about?: (source: ChangedSource) => boolean;
}

/** One text file as a text rule sees it. */
export interface TextUnit {
  readonly path: string;
  readonly language: Language;
  readonly text: string;
  readonly lines: readonly string[];
  readonly isTest: boolean;
}
