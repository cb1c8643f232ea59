import { calleeTail } from '../../facts/callee.ts';
import { ts } from '../../facts/typescript.ts';
import type { BuiltinCheck } from '../check.ts';

const failureEvents = /^(?:error|uncaughtException|unhandledRejection|clientError|requestFailed)$/;

/** Error arguments and error events that are ignored. */
export const handlesCallbackErrors: BuiltinCheck = {
  id: 'handles_callback_errors',
  lint: { 'node/handle-callback-err': { severity: 'warning', only: 'product' } },
  script: {
    CallExpression: (call, file) => {
      const [event, listener] = call.arguments;
      if (file.isTest || !/^(?:on|once|addListener|addEventListener)$/.test(calleeTail(call)))
        return;
      if (event === undefined || !ts.isStringLiteralLike(event) || !failureEvents.test(event.text))
        return;
      if (
        listener === undefined ||
        !(ts.isArrowFunction(listener) || ts.isFunctionExpression(listener))
      )
        return;
      if (!ts.isBlock(listener.body) || listener.body.statements.length > 0) return;
      file.report(call, {
        rule: 'empty-error-listener',
        severity: 'warning',
        message: `The event "${event.text}" is taken and dropped.`,
        suggestion: 'Handle it, or take the listener away so that the default applies.',
      });
    },
  },
};
