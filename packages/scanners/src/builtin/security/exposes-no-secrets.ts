import { secretsIn } from '../../tools/secretlint.ts';
import type { BuiltinCheck, Hit, TextUnit } from '../check.ts';
import { literalSecretRules } from './literal-secrets.ts';
import { quoteBeside } from './quote-beside.ts';

const suggestion = 'Remove it, revoke it, and read it from the environment or a secret store.';

/** Formats that the preset does not know or finds only in context. */
const formats: readonly { rule: string; name: string; pattern: RegExp }[] = [
  {
    rule: 'secret-aws-id',
    name: 'AWS access key id',
    pattern: /\b(?:AKIA|ASIA)(?!IOSFODNN7EXAMPLE)[0-9A-Z]{16}\b/g,
  },
  { rule: 'secret-google-key', name: 'Google API key', pattern: /\bAIza[0-9A-Za-z_-]{35}\b/g },
  {
    rule: 'secret-stripe-key',
    name: 'Stripe live key',
    pattern: /\b[rs]k_live_[0-9A-Za-z]{20,}\b/g,
  },
  {
    rule: 'secret-openai-key',
    name: 'OpenAI key',
    pattern: /\bsk-(?:proj-)?[A-Za-z0-9_-]{32,}\b/g,
  },
  {
    rule: 'secret-private-key',
    name: 'private key',
    pattern: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/g,
  },
];

/** A part that every text with one of the formats has. */
const anyFormat = /AKIA|ASIA|AIza|k_live_|sk-|PRIVATE KEY/;

/** Credentials of known formats in any text, and literals in places that hold secrets. */
export const exposesNoSecrets: BuiltinCheck = {
  id: 'exposes_no_secrets',
  readsAnySize: true,
  taint: true,
  text: async (file) => [...(await ofPreset(file)), ...ofFormats(file)].filter(isFirstOfLine),
  script: literalSecretRules,
  python: {
    S105: { severity: 'critical', suggestion },
    S106: { severity: 'critical', suggestion },
    S107: { severity: 'critical', suggestion },
  },
};

async function ofPreset(file: TextUnit): Promise<Hit[]> {
  const secrets = await secretsIn(file.path, file.text);
  return secrets.map((secret) => ({
    rule: secret.rule,
    severity: 'critical',
    line: secret.line,
    endLine: secret.line,
    message: `A credential is written into the file: ${secret.message}`,
    suggestion,
    evidence: quoteBeside(file.text, secret.start, secret.end),
  }));
}

function ofFormats(file: TextUnit): Hit[] {
  if (!anyFormat.test(file.text)) return [];
  return file.lines.flatMap((text, index) =>
    formats.flatMap(({ rule, name, pattern }): Hit[] => {
      // A new iterator each time: the patterns are shared and global.
      const found = text.length > 5_000 ? undefined : [...text.matchAll(pattern)][0];
      if (found === undefined) return [];
      const end = found.index + found[0].length;
      return [
        {
          rule,
          severity: 'critical',
          line: index + 1,
          endLine: index + 1,
          message: `A ${name} is written into the file.`,
          suggestion,
          evidence: quoteBeside(text, found.index, end),
        },
      ];
    }),
  );
}

function isFirstOfLine(hit: Hit, index: number, all: readonly Hit[]): boolean {
  return all.findIndex((other) => other.line === hit.line) === index;
}
