import type { CheckId, Location, Severity } from '@magi/contracts';
import type { ts } from 'ts-morph';

/**
 * Where the value that makes a finding dangerous comes from.
 *
 * 3 a remote party (request, message event, location), 2 the command line or the environment,
 * 1 a function parameter, 0 nothing: the code is wrong as it stands.
 */
export type TaintLevel = 0 | 1 | 2 | 3;

/** The syntax a source is written in; decides how it is parsed. */
export type TaintLanguage = 'ts' | 'tsx' | 'js' | 'jsx';

/** One file to look at, as text. */
export interface TaintSource {
  readonly file: string;
  readonly text: string;
  readonly language: TaintLanguage;
  /** The text as somebody parsed it already, with parents set; saves doing it again. */
  readonly parsed?: ts.SourceFile;
}

/** One problem the taint engine found; lines and columns are 1-based, columns count UTF-16 units. */
export interface TaintFinding {
  /** Stable name, `family/what-is-wrong`. */
  readonly rule: string;
  readonly check: CheckId;
  /** For example `CWE-89`. */
  readonly cwe: string;
  readonly level: TaintLevel;
  readonly severity: Severity;
  readonly line: number;
  readonly endLine: number;
  readonly column: number;
  readonly message: string;
  /** The source line of the finding, trimmed; of a line with a secret, what stands before it. */
  readonly evidence: string;
  readonly suggestion: string;
  /** Enclosing symbol path (`Class.method`), absent at the top level. */
  readonly symbol?: string;
  /** How the value got here, source first; empty for level 0. */
  readonly trace: readonly Location[];
}

/** Why a file was not looked at, or not to its end. */
export type TaintLimit = 'file-too-large' | 'line-too-long' | 'too-many-nodes' | 'unreadable';

/** What the engine found in one file, and whether it saw all of it. */
export interface TaintReport {
  readonly findings: readonly TaintFinding[];
  /** Present when part of the file went unseen: the file counts as partial. */
  readonly limit?: TaintLimit;
}
