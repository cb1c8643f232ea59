import { oneLine } from '../one-line.ts';
import type { ScriptFile } from '../script-file.ts';
import { type CallExpression, type Node, ts } from '../typescript.ts';
import { type AssertionFact, assertionsIn, helpersThatAssert } from './assertions.ts';
import { type CodeText, shortHash } from './code-text.ts';

export interface TestFact {
  /** Titles of the suites around the test and its own, joined by ` > `. */
  readonly path: string;
  readonly title: string;
  /** `skip`, `only`, `todo`, `fails`, … as written, also those of the suites around it. */
  readonly modifiers: readonly string[];
  /** Rows of an `each` table that is written out; null otherwise. */
  readonly rows: number | null;
  readonly line: number;
  readonly endLine: number;
  readonly bodyHash: string;
  /** Digests of the lines of the body, for similarity. */
  readonly bodyLines: readonly string[];
  readonly assertions: readonly AssertionFact[];
}

const runner =
  /^(?<name>describe|suite|context|it|test|bench|x?describe|x?it|fit|fdescribe)(?<chain>(?:\.\w+)*)$/;
const gating = ['skip', 'only', 'todo', 'fails', 'failing', 'skipIf', 'runIf'];

/** Tests of a file that holds tests, with the suites they stand in. */
export function testsOf(file: ScriptFile, codeText: CodeText): readonly TestFact[] {
  const helpers = helpersThatAssert(file);
  return file.nodes('CallExpression').flatMap((call) => {
    const test = readRunner(call);
    if (test === null || test.isSuite) return [];
    const suites = suitesAround(call);
    const body = call.arguments.find(
      (one) => ts.isArrowFunction(one) || ts.isFunctionExpression(one),
    );
    const modifiers = [...suites.flatMap((suite) => suite.modifiers), ...test.modifiers];
    if (body === undefined && !modifiers.includes('todo')) return [];
    const text = body === undefined ? '' : file.text.slice(body.getStart(file.source), body.end);
    return {
      path: [...suites.map((suite) => suite.title), test.title].join(' > '),
      title: test.title,
      modifiers,
      rows: test.rows,
      line: file.lineOf(call),
      endLine: file.endLineOf(call),
      bodyHash: body === undefined ? '' : shortHash(codeText(body.getStart(file.source), body.end)),
      bodyLines: text
        .split('\n')
        .slice(1, -1)
        .map((line) => shortHash(line.replace(/\s+/g, '')).slice(0, 8)),
      assertions: body === undefined ? [] : assertionsIn(body, helpers),
    };
  });
}

interface Runner {
  readonly isSuite: boolean;
  readonly title: string;
  readonly modifiers: readonly string[];
  readonly rows: number | null;
}

function readRunner(call: CallExpression): Runner | null {
  const title = call.arguments[0];
  if (title === undefined) return null;
  const { callee, table } = unwrap(call);
  const match = runner.exec(callee);
  const name = match?.groups?.name;
  if (name === undefined) return null;
  // `test.each(table)` alone only makes the function that is called with the title.
  if (/\.(?:each|for|skipIf|runIf|extend)$/.test(callee) && callee === call.expression.getText())
    return null;
  const chain = (match?.groups?.chain ?? '').split('.').filter((word) => gating.includes(word));
  // Playwright hangs hooks, steps and suites on `test`.
  if (/\.(?:before|after)(?:All|Each)$|\.(?:use|step|info|setTimeout)$/.test(callee)) return null;
  const prefix = name.startsWith('x') ? ['skip'] : name.startsWith('f') ? ['only'] : [];
  return {
    isSuite: /describe|suite|context/.test(callee),
    title: ts.isStringLiteralLike(title) ? title.text : oneLine(title.getText(), 120),
    modifiers: [...prefix, ...chain],
    rows: table !== null && ts.isArrayLiteralExpression(table) ? table.elements.length : null,
  };
}

/** Callee of `test.each(table)(title, …)`, and of the plain form. */
function unwrap(call: CallExpression): { callee: string; table: Node | null } {
  const callee = call.expression;
  if (ts.isCallExpression(callee)) {
    return { callee: callee.expression.getText(), table: callee.arguments[0] ?? null };
  }
  if (ts.isTaggedTemplateExpression(callee)) return { callee: callee.tag.getText(), table: null };
  return { callee: callee.getText(), table: null };
}

function suitesAround(call: CallExpression): Runner[] {
  const suites: Runner[] = [];
  for (let at: Node = call.parent; at !== undefined; at = at.parent) {
    if (!ts.isCallExpression(at)) continue;
    const suite = readRunner(at);
    if (suite?.isSuite === true) suites.unshift(suite);
  }
  return suites;
}
