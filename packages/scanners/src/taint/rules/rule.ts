import type { CheckId, Severity } from '@magi/contracts';
import type { ts } from 'ts-morph';
import type { Harm } from '../flow/origin.ts';
import type { CallView, ValueView } from '../match/view.ts';

/** What a rule tells people. */
export interface Rule {
  /** `family/what-is-wrong`, never renamed. */
  readonly rule: string;
  readonly check: CheckId;
  readonly cwe: string;
  /** Of a finding that a remote party can reach, or that needs nobody to reach it. */
  readonly severity: Severity;
  readonly message: string;
  readonly suggestion: string;
  /** True where a parameter of an exported function is reason enough for a warning. */
  readonly isGrave?: boolean;
}

/** What a rule asks of a value that somebody may control. */
export interface Concern {
  readonly rule: Rule;
  /** The harm the value must be able to do. */
  readonly harm: Harm;
  /** Least level that is reported; 1 when absent. */
  readonly least?: 1 | 2 | 3;
  /** Also reported, as level 1: text put together from unknown parts, or whatever is not constant. */
  readonly unknown?: 'composed' | 'dynamic';
  /** True where the environment and the command line are as good as the code itself. */
  readonly trustsEnvironment?: boolean;
}

/** A call that does harm when what it is given comes from somebody else. */
export interface CallSink extends Concern {
  /** Last names of the callee, separated by spaces. */
  readonly methods: string;
  /** What the whole name of the callee must look like (see `nameOf`). */
  readonly callee?: RegExp;
  /** Which arguments count. */
  readonly given: 'any' | 'last' | readonly number[];
  /** Only these members of an argument that is an object literal count. */
  readonly members?: string;
  readonly when?: (call: CallView) => boolean;
}

/** A member of an object literal, an attribute or an assignment, harmful by what it is given. */
export interface ValueSink<Place> extends Concern {
  readonly when?: (value: ValueView, node: Place) => boolean;
}

/** A call that is wrong as it stands. */
export interface CallPattern {
  readonly rule: Rule;
  readonly methods: string;
  readonly callee?: RegExp;
  readonly when?: (call: CallView) => boolean;
}

/** A value that is wrong as it stands. */
export interface ValuePattern<Place> {
  readonly rule: Rule;
  readonly when: (value: ValueView, node: Place) => boolean;
}

/** A rule about a value in some place: harmful by its origin, or wrong as it stands. */
export type ValueRule<Place> = ValueSink<Place> | ValuePattern<Place>;

/** About a member of an object literal, `name: value`. */
export type PropertyRule = ValueRule<ts.PropertyAssignment> & { readonly names: string };

/** About an attribute of a JSX element. */
export type AttributeRule = ValueRule<ts.JsxAttribute> & { readonly names: string };

/** About an assignment; `target` is what the left side must look like, as written. */
export type AssignmentRule = ValueRule<ts.BinaryExpression> & { readonly target: RegExp };

/** A constant text that is wrong wherever it stands. */
export interface StringPattern {
  readonly rule: Rule;
  readonly when: (text: string, node: ts.StringLiteralLike) => boolean;
}

/** A pattern literal that is wrong wherever it stands. */
export interface RegexPattern {
  readonly rule: Rule;
  readonly when: (source: string, node: ts.RegularExpressionLiteral) => boolean;
}

/** A text put together from parts, one of which comes from somebody else. */
export interface CompositionSink extends Concern {
  /** What the constant parts, with a blank for every other part, must look like. */
  readonly text: RegExp;
}

/** One family of rules. */
export interface RuleGroup {
  readonly sinks?: readonly CallSink[];
  readonly calls?: readonly CallPattern[];
  readonly properties?: readonly PropertyRule[];
  readonly assignments?: readonly AssignmentRule[];
  readonly attributes?: readonly AttributeRule[];
  readonly strings?: readonly StringPattern[];
  readonly regexes?: readonly RegexPattern[];
  readonly compositions?: readonly CompositionSink[];
}
