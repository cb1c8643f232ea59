import { analyse } from 'scslre';
import { ts } from 'ts-morph';
import type { Flow } from '../flow/flow.ts';
import { constantText } from '../model/constant.ts';
import { exponential, polynomial } from '../rules/regex.ts';
import { TaintLimits } from '../taint-limits.ts';
import type { Problem } from './find-problems.ts';

/** Two repetitions are the least that can trade characters with each other. */
const mayBacktrack = /[*+}].*[*+}]/s;
const known = new Map<string, 'exponential' | 'polynomial' | 'linear'>();
const maxKnown = 5_000;

/** Finds patterns whose matching can take more than linear time, by analysing the pattern. */
export function findSlowRegexes(flow: Flow): readonly Problem[] {
  const literals = flow.model.regexes.map((node) => {
    const end = node.text.lastIndexOf('/');
    return { node, source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  });
  const constructed = flow.model.calls.flatMap((node) => {
    if (!ts.isIdentifier(node.expression) || node.expression.text !== 'RegExp') return [];
    const source = constantText(node.arguments?.[0], flow.model);
    const flags = constantText(node.arguments?.[1], flow.model) ?? '';
    return source === undefined ? [] : [{ node, source, flags }];
  });
  return [...literals, ...constructed].flatMap(({ node, source, flags }) => {
    const cost = costOf(source, flags);
    if (cost === 'linear') return [];
    return [{ rule: cost === 'exponential' ? exponential : polynomial, node }];
  });
}

function costOf(source: string, flags: string): 'exponential' | 'polynomial' | 'linear' {
  if (source.length > TaintLimits.maxRegexLength || !mayBacktrack.test(source)) return 'linear';
  const key = `${flags}/${source}`;
  const cost = known.get(key) ?? analysed(source, flags);
  if (known.size < maxKnown) known.set(key, cost);
  return cost;
}

function analysed(source: string, flags: string): 'exponential' | 'polynomial' | 'linear' {
  try {
    const { reports } = analyse(
      { source, flags },
      { maxReports: 4, reportTypes: { Move: false, Self: true, Trade: true } },
    );
    if (reports.some((report) => report.exponential)) return 'exponential';
    return reports.length > 0 ? 'polynomial' : 'linear';
  } catch {
    // A pattern the analysis cannot read is one that the engine refuses as well.
    return 'linear';
  }
}
