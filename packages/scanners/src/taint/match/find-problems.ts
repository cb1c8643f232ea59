import { ts } from 'ts-morph';
import type { Flow } from '../flow/flow.ts';
import type { Origin } from '../flow/origin.ts';
import { lastName, nameOf } from '../model/callee-name.ts';
import { objectLiteralOf, propertyValue } from '../model/constant.ts';
import { isFunction, nameOfProperty, textOf, unwrap } from '../model/syntax.ts';
import type { CallSink, Rule, ValueRule } from '../rules/rule.ts';
import { partsOf } from './composition.ts';
import { judge } from './judge.ts';
import type { RuleIndex } from './rule-index.ts';
import { type CallView, viewOf, viewOfCall } from './view.ts';

/** One broken rule at one node. */
export interface Problem {
  readonly rule: Rule;
  readonly node: ts.Node;
  /** The most dangerous origin; absent when the code is wrong as it stands. */
  readonly origin?: Origin;
  /** True for text put together from parts of unknown origin. */
  readonly isUnknown?: boolean;
}

/** Holds one file against every rule. */
export function findProblems(flow: Flow, rules: RuleIndex): readonly Problem[] {
  return [
    ...problemsOfCalls(flow, rules),
    ...problemsOfProperties(flow, rules),
    ...problemsOfAssignments(flow, rules),
    ...problemsOfAttributes(flow, rules),
    ...problemsOfTexts(flow, rules),
  ];
}

function problemsOfCalls(flow: Flow, rules: RuleIndex): readonly Problem[] {
  return flow.model.calls.flatMap((node) => {
    const name = nameOf(node.expression, flow.model);
    const method = lastName(name);
    const sinks = rules.sinks.get(method) ?? [];
    const patterns = rules.calls.get(method) ?? [];
    if (sinks.length === 0 && patterns.length === 0) return [];
    const call = viewOfCall(node, name, flow);
    const wrong = patterns.filter(
      ({ callee, when }) => (callee?.test(name) ?? true) && (when?.(call) ?? true),
    );
    return [
      ...wrong.map(({ rule }) => ({ rule, node })),
      ...sinks.flatMap((sink) => problemsOfSink(sink, call, flow)),
    ];
  });
}

function problemsOfSink(sink: CallSink, call: CallView, flow: Flow): readonly Problem[] {
  if (!(sink.callee?.test(call.name) ?? true)) return [];
  const values = valuesGiven(sink, call, flow);
  if (values.length === 0) return [];
  const found = judge(sink, values, flow);
  if (found === undefined || sink.when?.(call) === false) return [];
  return [{ rule: sink.rule, node: call.node, ...found }];
}

function valuesGiven(sink: CallSink, call: CallView, flow: Flow): readonly ts.Expression[] {
  const all = [...(call.node.arguments ?? [])];
  const positions =
    sink.given === 'any' ? [...all.keys()] : sink.given === 'last' ? [-1] : sink.given;
  return positions.flatMap((position) => {
    const value = all.at(position);
    if (value === undefined || isFunction(unwrap(value))) return [];
    if (sink.members === undefined) return [value];
    const object = objectLiteralOf(value, flow.model);
    if (object === undefined) return [value];
    return sink.members.split(' ').flatMap((name) => propertyValue(object, name) ?? []);
  });
}

function problemsOfProperties(flow: Flow, rules: RuleIndex): readonly Problem[] {
  return flow.model.properties.flatMap((node) => {
    const candidates = rules.properties.get(nameOfProperty(node.name) ?? '') ?? [];
    return candidates.flatMap((candidate) =>
      problemOfValue(candidate, node.initializer, node, flow),
    );
  });
}

function problemsOfAssignments(flow: Flow, rules: RuleIndex): readonly Problem[] {
  return flow.model.assignments.flatMap((node) => {
    const target = textOf(node.left);
    const candidates = rules.assignments.filter((candidate) => candidate.target.test(target));
    return candidates.flatMap((candidate) => problemOfValue(candidate, node.right, node, flow));
  });
}

function problemsOfAttributes(flow: Flow, rules: RuleIndex): readonly Problem[] {
  return flow.model.attributes.flatMap((node) => {
    const candidates = rules.attributes.get(textOf(node.name)) ?? [];
    const initializer = node.initializer as ts.Expression | undefined;
    const isBraced = initializer !== undefined && ts.isJsxExpression(initializer);
    const value = isBraced ? initializer.expression : initializer;
    return candidates.flatMap((candidate) => problemOfValue(candidate, value, node, flow));
  });
}

function problemOfValue<Place extends ts.Node>(
  candidate: ValueRule<Place>,
  value: ts.Expression | undefined,
  node: Place,
  flow: Flow,
): readonly Problem[] {
  const { rule, when } = candidate;
  const holds = (): boolean => when?.(viewOf(value, flow), node) ?? true;
  if (!('harm' in candidate)) return holds() ? [{ rule, node }] : [];
  const found = value === undefined ? undefined : judge(candidate, [value], flow);
  return found !== undefined && holds() ? [{ rule, node, ...found }] : [];
}

function problemsOfTexts(flow: Flow, rules: RuleIndex): readonly Problem[] {
  const strings = flow.model.strings.flatMap((node) =>
    rules.strings.filter(({ when }) => when(node.text, node)).map(({ rule }) => ({ rule, node })),
  );
  const patterns = flow.model.regexes.flatMap((node) =>
    rules.regexes.filter(({ when }) => when(node.text, node)).map(({ rule }) => ({ rule, node })),
  );
  return [...strings, ...patterns, ...problemsOfCompositions(flow, rules)];
}

function problemsOfCompositions(flow: Flow, rules: RuleIndex): readonly Problem[] {
  return flow.model.compositions.flatMap((node) => {
    if (isForPeople(node)) return [];
    const parts = partsOf(node, flow.model);
    const open = parts.filter((part) => typeof part !== 'string');
    if (open.length === 0 || open.length === parts.length) return [];
    const text = parts.map((part) => (typeof part === 'string' ? part : ' ')).join('');
    return rules.compositions.flatMap((sink): Problem[] => {
      if (!sink.text.test(text)) return [];
      const found = judge(sink, open, flow);
      return found === undefined ? [] : [{ rule: sink.rule, node, ...found }];
    });
  });
}

/** Log lines and errors are read by people: nothing runs them. */
function isForPeople(node: ts.Node): boolean {
  const owner = node.parent;
  if (!ts.isCallExpression(owner) && !ts.isNewExpression(owner)) return false;
  return /^(console|log(ger)?|winston|pino|debug|util\.log|\w*Error$|this\.log(ger)?)\b/i.test(
    textOf(owner.expression),
  );
}
