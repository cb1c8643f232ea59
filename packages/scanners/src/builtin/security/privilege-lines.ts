import type { Hit, Problem, TextUnit } from '../check.ts';

interface LineRule extends Problem {
  readonly files: RegExp;
  readonly line: RegExp;
}

const rules: readonly LineRule[] = [
  {
    files: /(?:^|\/)\.github\/(?:workflows|actions)\/.*\.ya?ml$/,
    line: /^\s*permissions:\s*write-all\b/,
    rule: 'workflow-write-all',
    severity: 'warning',
    message: 'The workflow gets write access to everything in the repository.',
    suggestion: 'List the single permissions it needs.',
  },
  {
    files: /(?:^|\/)(?:Dockerfile|Containerfile)[^/]*$|\.dockerfile$/i,
    line: /^\s*USER\s+(?:root|0)\s*(?::\S*)?$/i,
    rule: 'container-root',
    severity: 'warning',
    message: 'The container runs as root.',
    suggestion: 'Switch to an unprivileged user before the entry point.',
  },
  {
    files: /\.ya?ml$/,
    line: /^\s*-?\s*(?:privileged|allowPrivilegeEscalation|hostNetwork|hostPID):\s*true\b/,
    rule: 'container-privileged',
    severity: 'warning',
    message: 'The container gets the rights of its host.',
    suggestion: 'Remove it, or add the single capability that is needed.',
  },
  {
    files: /\.(?:sh|bash|zsh|ya?ml)$|(?:^|\/)(?:Dockerfile|Makefile)[^/]*$|package\.json$/i,
    line: /\bchmod\s+(?:-\w+\s+)*(?:0?[0-7]?77[2367]|a\+\w*w|[ugo]*o\+\w*w|\+w\w*\s+-R)\b/,
    rule: 'world-writable',
    severity: 'warning',
    message: 'The mode lets every user of the machine change the file.',
    suggestion: 'Give write permission to the owner only.',
  },
  {
    files: /\.(?:sh|bash|zsh|ya?ml)$|(?:^|\/)(?:Dockerfile|Makefile)[^/]*$/i,
    line: /\bdocker\s+run\b.*\s--privileged\b/,
    rule: 'container-privileged',
    severity: 'warning',
    message: 'The container gets the rights of its host.',
    suggestion: 'Add the single capability that is needed.',
  },
  {
    files: /\.(?:json|ya?ml|tf|ts|js)$/,
    line: /^\s*"?(?:Action|actions)"?\s*[:=]\s*\[?\s*["']\*["']/,
    rule: 'policy-allows-everything',
    severity: 'warning',
    message: 'The policy allows every action.',
    suggestion: 'List the actions that are needed.',
  },
  {
    files: /(?:^|\/)\.npmrc$/,
    line: /^\s*(?:@[\w-]+:)?registry\s*=|^\s*(?:strict-ssl|ignore-scripts)\s*=\s*false/,
    rule: 'package-source',
    severity: 'warning',
    message: 'The source or the safety of package downloads changes.',
    suggestion: 'Have somebody confirm the new source.',
  },
];

/** Lines of configuration that widen permissions, and workflows that run foreign code with secrets. */
export function privilegeLines(file: TextUnit): readonly Hit[] {
  const fitting = rules.filter((rule) => rule.files.test(file.path));
  const hits = file.lines.flatMap((text, index) =>
    fitting
      .filter((rule) => text.length < 2_000 && rule.line.test(text))
      .map(({ rule, severity, message, suggestion }) => ({
        rule,
        severity,
        message,
        suggestion,
        line: index + 1,
        endLine: index + 1,
      })),
  );
  return [...hits, ...foreignCheckout(file)];
}

function foreignCheckout(file: TextUnit): Hit[] {
  if (!/(?:^|\/)\.github\/workflows\/.*\.ya?ml$/.test(file.path)) return [];
  if (!/^[^#\n]*\bpull_request_target\b/m.test(file.text)) return [];
  return file.lines.flatMap((text, index): Hit[] =>
    /\bref:.*github\.(?:event\.pull_request\.head|head_ref)/.test(text)
      ? [
          {
            rule: 'workflow-foreign-code',
            severity: 'critical',
            line: index + 1,
            endLine: index + 1,
            message:
              'The workflow checks out code of a stranger while it holds secrets and a write token.',
            suggestion: 'Use pull_request, or do not check out the head of the request.',
          },
        ]
      : [],
  );
}
