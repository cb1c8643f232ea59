import { calleeOf } from '../callee.ts';
import { oneLine } from '../one-line.ts';
import type { ScriptFile } from '../script-file.ts';
import { symbolAt } from '../symbol.ts';

export interface LogFact {
  /** Called function, for example `logger.warn`. */
  readonly callee: string;
  /** Last word of the callee, which most libraries use for the level. */
  readonly level: string;
  /** First argument as written, cut at 120 characters. */
  readonly template: string;
  readonly function: string;
  readonly line: number;
}

const log =
  /^(?:console\.(?:log|error|warn|info|debug|trace)|(?:[\w$]+\.)*_?(?:log|logger|logging)(?:\.\w+)?|(?:[\w$]+\.)*(?:metrics?|statsd|telemetry|tracer|span|meter|counter|histogram)\.\w+)$/i;

/** True for the name of a function that writes to a log, a metric or a trace. */
export function isLogCallee(callee: string): boolean {
  return log.test(callee) && !/^Math\./.test(callee);
}

/** Calls to loggers, the console, metrics and spans. */
export function logsOf(file: ScriptFile): readonly LogFact[] {
  return file.nodes('CallExpression').flatMap((node) => {
    const callee = calleeOf(node);
    if (!isLogCallee(callee)) return [];
    const first = node.arguments[0];
    return {
      callee,
      level: callee.slice(callee.lastIndexOf('.') + 1),
      template: first === undefined ? '' : oneLine(first.getText(file.source), 120),
      function: symbolAt(node) ?? '',
      line: file.lineOf(node),
    };
  });
}
