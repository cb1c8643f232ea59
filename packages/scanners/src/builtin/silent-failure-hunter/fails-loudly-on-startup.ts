import { calleeOf } from '../../facts/callee.ts';
import { ts } from '../../facts/typescript.ts';
import type { BuiltinCheck, Hit, TextUnit } from '../check.ts';

const scripts =
  /\.(?:sh|bash|zsh)$|(?:^|\/)(?:Dockerfile|Containerfile|Makefile)[^/]*$|(?:^|\/)package\.json$|(?:^|\/)\.github\/(?:workflows|actions)\/.*\.ya?ml$|(?:^|\/)\.gitlab-ci\.yml$|(?:^|\/)azure-pipelines\.yml$/;
const ways: readonly { line: RegExp; rule: string; message: string }[] = [
  {
    line: /\|\|\s*(?:true|:|exit 0)(?:\s|;|"|'|$)/,
    rule: 'failure-made-success',
    message: 'The command counts as successful whatever it returns.',
  },
  {
    line: /^\s*set \+e\b/,
    rule: 'failures-ignored',
    message: 'From here on failing commands do not stop the script.',
  },
  {
    line: /^\s*-?\s*(?:continue-on-error|allow_failure):\s*true\b/,
    rule: 'failure-allowed',
    message: 'The step may fail and the pipeline stays green.',
  },
];

/** Scripts and pipelines that hide the failure of a command. */
export const failsLoudlyOnStartup: BuiltinCheck = {
  id: 'fails_loudly_on_startup',
  about: (source) =>
    source.head !== null && (scripts.test(source.path) || /^[jt]sx?$/.test(source.language)),
  text: hiddenFailures,
  script: {
    CallExpression: (call, file) => {
      if (calleeOf(call) !== 'process.exit' || file.isTest) return;
      const code = call.arguments[0];
      if (code === undefined || !ts.isNumericLiteral(code) || code.text !== '0') return;
      for (let at = call.parent; at !== undefined && !ts.isFunctionLike(at); at = at.parent) {
        if (!ts.isCatchClause(at)) continue;
        file.report(call, {
          rule: 'success-after-error',
          severity: 'warning',
          message: 'The program reports success after an error.',
          suggestion: 'Exit with a code other than 0.',
        });
      }
    },
  },
};

function hiddenFailures(file: TextUnit): readonly Hit[] {
  if (!scripts.test(file.path)) return [];
  return file.lines.flatMap((text, index) =>
    ways
      .filter(({ line }) => text.length < 2_000 && !/^\s*#/.test(text) && line.test(text))
      .map(({ rule, message }) => ({
        rule,
        severity: 'warning' as const,
        line: index + 1,
        endLine: index + 1,
        message,
        suggestion: 'Let it fail, or test for the one failure that is expected.',
      })),
  );
}
