import { ts } from 'ts-morph';
import { type Codemod, enclosingFunction, firstOnLine, isAsync, nodesOnLine } from '../codemod.ts';
import { swapImport, usesOf } from '../imports.ts';

/**
 * `items.forEach(async (item) => …)` becomes `await Promise.all(items.map(async (item) => …))` in
 * async code: all start at once as before, and now somebody waits for them.
 */
export const awaitedLoop: Codemod = {
  id: 'awaited-loop',
  checks: ['handles_async_correctly'],
  edit: (target) => {
    const { source } = target;
    const statement = firstOnLine(target, ts.isExpressionStatement);
    const call = statement?.expression;
    if (!statement || !call || !ts.isCallExpression(call)) return null;
    const callee = call.expression;
    const callback = call.arguments[0];
    if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'forEach') return null;
    if (!callback || !ts.isArrowFunction(callback) || !isAsync(callback)) return null;
    if (!isAsync(enclosingFunction(statement))) return null;
    const start = call.getStart(source);
    return [
      { start, end: start, text: 'await Promise.all(' },
      { start: callee.name.getStart(source), end: callee.name.end, text: 'map' },
      { start: call.end, end: call.end, text: ')' },
    ];
  },
};

/** A promise that nobody looks at is awaited where the function is async. */
export const awaitedCall: Codemod = {
  id: 'awaited-call',
  checks: ['handles_async_correctly', 'handles_rejections'],
  edit: (target) => {
    const statement = firstOnLine(target, ts.isExpressionStatement);
    if (!statement || !ts.isCallExpression(statement.expression)) return null;
    if (!isAsync(enclosingFunction(statement))) return null;
    const callee = statement.expression.expression;
    if (ts.isPropertyAccessExpression(callee) && callee.name.text === 'forEach') return null;
    const start = statement.expression.getStart(target.source);
    return [{ start, end: start, text: 'await ' }];
  },
};

const ASYNC_TWIN: Readonly<Record<string, string>> = {
  readFileSync: 'readFile',
  writeFileSync: 'writeFile',
  appendFileSync: 'appendFile',
  readdirSync: 'readdir',
  statSync: 'stat',
  mkdirSync: 'mkdir',
  unlinkSync: 'unlink',
};

/** `readFileSync(…)` inside async code becomes `await readFile(…)` of `node:fs/promises`. */
export const asyncFileCall: Codemod = {
  id: 'async-file-call',
  checks: ['blocks_no_event_loop'],
  edit: (target) => {
    const { source } = target;
    const call = nodesOnLine(target)
      .filter(ts.isCallExpression)
      .find((node) => ASYNC_TWIN[nameOf(node)] !== undefined);
    const twin = call && ASYNC_TWIN[nameOf(call)];
    if (!call || !twin || !isAsync(enclosingFunction(call))) return null;
    const needsParentheses =
      ts.isPropertyAccessExpression(call.parent) || ts.isElementAccessExpression(call.parent);
    return [
      {
        start: call.expression.getStart(source),
        end: call.expression.end,
        text: `${needsParentheses ? '(' : ''}await ${twin}`,
      },
      ...(needsParentheses ? [{ start: call.end, end: call.end, text: ')' }] : []),
      ...swapImport(source, {
        oldName: nameOf(call),
        newName: twin,
        newModule: 'node:fs/promises',
        usesLeft: usesOf(source, nameOf(call)) - 1,
      }),
    ];
  },
};

function nameOf(call: ts.CallExpression): string {
  const callee = call.expression;
  if (ts.isIdentifier(callee)) return callee.text;
  return ts.isPropertyAccessExpression(callee) && /^fs$/.test(callee.expression.getText())
    ? callee.name.text
    : '';
}
