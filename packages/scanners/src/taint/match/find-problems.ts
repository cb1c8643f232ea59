import { ts } from 'ts-morph';
import type { Flow } from '../flow/flow.ts';
import type { Origin } from '../flow/origin.ts';
import { lastName, nameOf } from '../model/callee-name.ts';
import { objectLiteralOf, propertyValue } from '../model/constant.ts';
import { isFunction, nameOfProperty, textOf, unwrap } from '../model/syntax.ts';
import type { CallSink, Rule } from '../rules/rule.ts';
import { constantParts, openParts } from './composition.ts';
import type { RuleIndex } from './rule-index.ts';
import { type CallView, viewOf, viewOfCall } from './view.ts';
import { worstOrigin } from './worst-origin.ts';

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
  const { rule } = sink;
  const origin = worstOrigin(
    values.flatMap((value) => flow.ask(value)),
    sink,
    flow,
  );
  const isUnknown =
    origin === undefined &&
    sink.composed === true &&
    values.some((value) => viewOf(value, flow).isComposed);
  if ((origin === undefined && !isUnknown) || sink.when?.(call) === false) return [];
  const node = call.node;
  return [origin === undefined ? { rule, node, isUnknown } : { rule, node, origin }];
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
    const patterns = rules.properties.get(nameOfProperty(node.name) ?? '') ?? [];
    return patterns
      .filter(({ when }) => when(viewOf(node.initializer, flow), node))
      .map(({ rule }) => ({ rule, node }));
  });
}

function problemsOfAssignments(flow: Flow, rules: RuleIndex): readonly Problem[] {
  return flow.model.assignments.flatMap((node) => {
    const target = textOf(node.left);
    const candidates = rules.assignments.filter((candidate) => candidate.target.test(target));
    return candidates.flatMap((candidate): Problem[] => {
      const { rule, harm, least = 1, when } = candidate;
      const origin =
        harm === undefined ? undefined : worstOrigin(flow.ask(node.right), { harm, least }, flow);
      if (origin !== undefined) return [{ rule, node, origin }];
      return when?.(viewOf(node.right, flow), node) === true ? [{ rule, node }] : [];
    });
  });
}

function problemsOfAttributes(flow: Flow, rules: RuleIndex): readonly Problem[] {
  return flow.model.attributes.flatMap((node) => {
    const candidates = rules.attributes.get(textOf(node.name)) ?? [];
    const initializer = node.initializer;
    const value =
      initializer !== undefined && ts.isJsxExpression(initializer)
        ? initializer.expression
        : (initializer as ts.Expression | undefined);
    return candidates.flatMap(({ rule, harm, least = 1, when }): Problem[] => {
      const origin =
        harm === undefined ? undefined : worstOrigin(flow.ask(value), { harm, least }, flow);
      if (origin !== undefined && when === undefined) return [{ rule, node, origin }];
      if (when?.(viewOf(value, flow), node) !== true) return [];
      return [origin === undefined ? { rule, node } : { rule, node, origin }];
    });
  });
}

function problemsOfTexts(flow: Flow, rules: RuleIndex): readonly Problem[] {
  const strings = flow.model.strings.flatMap((node) =>
    rules.strings.filter(({ when }) => when(node.text, node)).map(({ rule }) => ({ rule, node })),
  );
  const compositions = flow.model.compositions.flatMap((node) => {
    const text = constantParts(node);
    return rules.compositions.flatMap((sink): Problem[] => {
      if (!sink.text.test(text)) return [];
      const taint = openParts(node).flatMap((part) => flow.ask(part));
      const origin = worstOrigin(taint, sink, flow);
      return origin === undefined ? [] : [{ rule: sink.rule, node, origin }];
    });
  });
  return [...strings, ...compositions];
}
