import { dottedName } from '../../facts/callee.ts';
import type { ScriptFile } from '../../facts/script-file.ts';
import type { ScriptVisitors } from '../../facts/script-visitors.ts';
import { type Expression, type Node, ts } from '../../facts/typescript.ts';
import { quoteBeside } from './quote-beside.ts';

const secretName =
  /(?:^|[_-]|[a-z](?=[A-Z]))(?:pass(?:word|wd|phrase)?|pwd|secrets?|api_?-?key|auth_?-?token|access_?-?(?:token|key)|(?:client|session|cookie|jwt|signing|encryption|private|hmac)_?-?(?:secrets?|key)|credentials?)$/i;
const placeholder =
  /^(?:x+|\*+|\.+|-+|(?:my|your|the|some|test|dummy|fake|example|sample|default|change|replace|todo|none|null|undefined|secret|password|passwd|token|key|foo|bar|abc|placeholder|redacted|hidden|optional|required|string|text|hidden)[\w .-]*)$|example|placeholder|change.?me|<.*>|\$\{|\{\{|%[sd]|^(?:process|import|env)\b/i;

/** String literals given to names, properties and options that hold secrets. Tests are left out. */
export const literalSecretRules: ScriptVisitors = {
  VariableDeclaration: (node, file) => look(node.name, node.initializer, file),
  PropertyAssignment: (node, file) => look(node.name, node.initializer, file),
  PropertyDeclaration: (node, file) => look(node.name, node.initializer, file),
  BinaryExpression: (node, file) => {
    if (node.operatorToken.kind === ts.SyntaxKind.EqualsToken) look(node.left, node.right, file);
  },
};

function look(target: Node, value: Expression | undefined, file: ScriptFile): void {
  if (file.isTest || value === undefined || !ts.isStringLiteralLike(value)) return;
  const name = nameOf(target);
  if (name === null || !secretName.test(name) || !isSecretLike(value.text, name)) return;
  const start = value.getStart(file.source) + 1;
  file.report(value, {
    rule: 'hard-coded-secret',
    severity: 'critical',
    message: `The value of "${name}" is written into the code.`,
    suggestion: 'Read it from the environment or a secret store.',
    evidence: quoteBeside(file.text, start, value.end),
  });
}

function nameOf(target: Node): string | null {
  if (ts.isIdentifier(target) || ts.isStringLiteralLike(target)) return target.text;
  const dotted = dottedName(target);
  return dotted === '' ? null : dotted.slice(dotted.lastIndexOf('.') + 1);
}

/** Long enough, without blanks, not a placeholder, and no mere word, path or name of a variable. */
function isSecretLike(value: string, name: string): boolean {
  if (value.length < 8 || /\s/.test(value) || placeholder.test(value)) return false;
  if (value.toLowerCase().replace(/[^a-z]/g, '') === name.toLowerCase().replace(/[^a-z]/g, ''))
    return false;
  if (/^[A-Z][A-Z0-9_]+$|^[a-z]+(?:[-_.:/][a-z]+)*$|^(?:https?:|\/|\.|#|@)/.test(value))
    return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length;
  return kinds >= 3 || (kinds === 2 && value.length >= 12 && /\d/.test(value));
}
