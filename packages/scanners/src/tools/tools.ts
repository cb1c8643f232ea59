import type { NotEvaluated } from '../builtin/check.ts';
import type { ImportGraph } from './import-graph.ts';
import type { LintDiagnostic } from './oxlint.ts';

/** What a tool said, or why it said nothing. */
export type ToolAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly why: NotEvaluated };

/** Lint diagnostics by path. */
export type LintReport = ReadonlyMap<string, readonly LintDiagnostic[]>;

/** How often the base breaks a rule, in a sample of its files of one class. */
export interface Calibration {
  readonly lines: number;
  readonly files: number;
  readonly counts: Readonly<Record<string, number>>;
}

/** A piece of code that occurs twice. Lines of the head side. */
export interface Clone {
  readonly tokens: number;
  readonly first: ClonePlace;
  readonly second: ClonePlace;
}

export interface ClonePlace {
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
}

/** Analyses that cost a process or many files; each runs at most once per candidate, when asked. */
export interface Tools {
  /** Untyped lint rules over the changed scripts of the head. */
  lint(): Promise<ToolAnswer<LintReport>>;
  /** The same over what these scripts were in the base, under the paths that they have now. */
  lintBase(): Promise<ToolAnswer<LintReport>>;
  /** Typed lint rules and compiler errors that the base does not have. */
  typed(): Promise<ToolAnswer<LintReport>>;
  calibration(fileClass: 'product' | 'test'): Promise<ToolAnswer<Calibration>>;
  clones(): Promise<ToolAnswer<readonly Clone[]>>;
  imports(): Promise<ImportGraph>;
}
