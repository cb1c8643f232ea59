import { calleeOf, dottedName } from '../../facts/callee.ts';
import { functionAround } from '../../facts/enclosing.ts';
import type { ScriptFile } from '../../facts/script-file.ts';
import { type CallExpression, ts } from '../../facts/typescript.ts';

/** An interval whose handle is dropped, or kept and never cleared in the file. */
export function timerNeverCleared(call: CallExpression, file: ScriptFile): void {
  if (!/^(?:window\.|globalThis\.)?setInterval$/.test(calleeOf(call))) return;
  // One interval of a program's start lives as long as the program.
  if (functionAround(call) === null || /\bclearInterval\b|\.unref\(/.test(file.text)) return;
  file.report(call.expression, {
    rule: 'interval-never-cleared',
    severity: 'warning',
    message:
      'Nothing in this file clears the interval: it runs, and keeps alive what it uses, for ever.',
    suggestion: 'Keep the handle and call clearInterval when the owner ends.',
  });
}

/** A listener added inside of a function to something that outlives it. */
export function listenerNeverRemoved(call: CallExpression, file: ScriptFile): void {
  if (!ts.isPropertyAccessExpression(call.expression)) return;
  if (call.expression.name.text !== 'addEventListener' || functionAround(call) === null) return;
  const target = dottedName(call.expression.expression);
  if (
    !/^(?:window|document|globalThis|process|self|navigator\.\w+|.*\.(?:window|document)|document\.body)$/.test(
      target,
    )
  )
    return;
  const options = call.arguments[2]?.getText(file.source) ?? '';
  if (/\b(?:signal|once)\b/.test(options) || /\bremoveEventListener\b/.test(file.text)) return;
  file.report(call.expression.name, {
    rule: 'listener-never-removed',
    severity: 'warning',
    message: `Each call adds one more listener to ${target}, and nothing in this file removes one.`,
    suggestion: 'Remove it when the owner ends, or pass a signal or once.',
  });
}
