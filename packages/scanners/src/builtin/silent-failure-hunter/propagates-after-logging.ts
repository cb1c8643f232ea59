import type { ScriptFile } from '../../facts/script-file.ts';
import { type CatchClause, ts } from '../../facts/typescript.ts';
import type { BuiltinCheck } from '../check.ts';
import { isLogStatement } from './handler-body.ts';

/** Logged, and then as if nothing had happened. */
export const propagatesAfterLogging: BuiltinCheck = {
  id: 'propagates_after_logging',
  script: { CatchClause: look },
};

function look(node: CatchClause, file: ScriptFile): void {
  const statements = node.block.statements;
  if (file.isTest || statements.length === 0 || !statements.every(isLogStatement)) return;
  if (endsTheProgram(node)) return;
  file.report(node, {
    rule: 'log-only-catch',
    severity: 'warning',
    message: 'The error is logged and the caller is told that all went well.',
    suggestion: 'Throw it on, return a failure, or set an exit code.',
  });
}

/** At the end of a program's own top level there is no caller. */
function endsTheProgram(node: CatchClause): boolean {
  return ts.isSourceFile(node.parent.parent);
}
