import { oneLine } from '../facts/one-line.ts';
import { regexOf } from '../facts/regex-literal.ts';
import type { ScriptFile } from '../facts/script-file.ts';
import type { ScriptVisitors } from '../facts/script-visitors.ts';
import type { Node } from '../facts/typescript.ts';
import { slownessOf } from '../tools/regex-speed.ts';

/** Reports regular expressions with super-linear backtracking, outside of tests. */
export const slowRegexRules: ScriptVisitors = {
  RegularExpressionLiteral: look,
  NewExpression: look,
  CallExpression: look,
};

function look(node: Node, file: ScriptFile): void {
  const regex = file.isTest ? null : regexOf(node);
  const slowness = regex === null ? null : slownessOf(regex.source, regex.flags);
  if (regex === null || slowness === null) return;
  const growth = slowness.exponential ? 'exponential' : 'more than linear';
  file.report(node, {
    rule: slowness.exponential ? 'exponential-regex' : 'superlinear-regex',
    severity: 'warning',
    message: `This pattern needs ${growth} time on long runs of ${shown(slowness.character)}: ${oneLine(regex.source, 80)}`,
    suggestion: 'Make the repeated parts unable to match the same text, or bound them.',
  });
}

function shown(character: string): string {
  return /^[\x21-\x7e]$/.test(character) ? `"${character}"` : JSON.stringify(character);
}
