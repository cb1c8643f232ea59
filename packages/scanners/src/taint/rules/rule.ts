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
}

/** A call that does harm when what it is given comes from somebody else. */
export interface CallSink {
  readonly rule: Rule;
  readonly harm: Harm;
  /** Last names of the callee, separated by spaces. */
  readonly methods: string;
  /** What the whole name of the callee must look like (see `nameOf`). */
  readonly callee?: RegExp;
  /** Which arguments count. */
  readonly given: 'any' | 'last' | readonly number[];
  /** Only these members of an argument that is an object literal count. */
  readonly members?: string;
  /** Least level that is reported; 1 when absent. */
  readonly least?: 1 | 2 | 3;
  /** True to report a text put together from unknown parts as well, as level 1. */
  readonly composed?: boolean;
  readonly when?: (call: CallView) => boolean;
}

/** A call that is wrong as it stands. */
export interface CallPattern {
  readonly rule: Rule;
  readonly methods: string;
  readonly callee?: RegExp;
  readonly when?: (call: CallView) => boolean;
}

/** A member of an object literal, `name: value`, that is wrong as it stands. */
export interface PropertyPattern {
  readonly rule: Rule;
  readonly names: string;
  readonly when: (value: ValueView, node: ts.PropertyAssignment) => boolean;
}

/** An assignment that is wrong, or that does harm when the value comes from somebody else. */
export interface AssignmentRule {
  readonly rule: Rule;
  /** What the left side must look like, as written. */
  readonly target: RegExp;
  /** Reported when the value can do this harm… */
  readonly harm?: Harm;
  readonly least?: 1 | 2 | 3;
  /** …or, as level 0, when this holds. */
  readonly when?: (value: ValueView, node: ts.BinaryExpression) => boolean;
}

/** An attribute of a JSX element. */
export interface AttributeRule {
  readonly rule: Rule;
  readonly names: string;
  readonly harm?: Harm;
  readonly least?: 1 | 2 | 3;
  readonly when?: (value: ValueView, node: ts.JsxAttribute) => boolean;
}

/** A constant text that is wrong wherever it stands. */
export interface StringPattern {
  readonly rule: Rule;
  readonly when: (text: string, node: ts.StringLiteralLike) => boolean;
}

/** A text put together from parts, one of which comes from somebody else. */
export interface CompositionSink {
  readonly rule: Rule;
  readonly harm: Harm;
  readonly least: 1 | 2 | 3;
  /** What the constant parts, with a blank for every other part, must look like. */
  readonly text: RegExp;
}

/** One family of rules. */
export interface RuleGroup {
  readonly sinks?: readonly CallSink[];
  readonly calls?: readonly CallPattern[];
  readonly properties?: readonly PropertyPattern[];
  readonly assignments?: readonly AssignmentRule[];
  readonly attributes?: readonly AttributeRule[];
  readonly strings?: readonly StringPattern[];
  readonly compositions?: readonly CompositionSink[];
}
