/** A shape of secret text; `keep` is the number of the capture group that stays in front. */
export interface SecretPattern {
  readonly kind: string;
  readonly pattern: RegExp;
  readonly keepsFirstGroup?: true;
}

/**
 * Shapes of credentials that are recognised without knowing them. Prefixes are those the vendors
 * publish; the lengths are lower bounds, so that a cut-off key is found too.
 */
export const secretPatterns: readonly SecretPattern[] = [
  {
    kind: 'private-key',
    pattern:
      /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----(?:[\s\S]{0,10000}?-----END [A-Z0-9 ]*PRIVATE KEY-----|(?:(?:\s|\\n|\\r)+[A-Za-z0-9+/=]{4,})*)/g,
  },
  { kind: 'jwt', pattern: /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,}/g },
  { kind: 'model-key', pattern: /\bsk-[A-Za-z0-9_-]{20,}/g },
  {
    kind: 'github-token',
    pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})/g,
  },
  { kind: 'gitlab-token', pattern: /\bgl(?:pat|dt|rt|ptt|cbt)-[A-Za-z0-9_-]{16,}/g },
  { kind: 'google-key', pattern: /\bAIza[A-Za-z0-9_-]{30,}/g },
  { kind: 'aws-key-id', pattern: /\b(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}\b/g },
  { kind: 'slack-token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  { kind: 'npm-token', pattern: /\bnpm_[A-Za-z0-9]{30,}/g },
  { kind: 'pypi-token', pattern: /\bpypi-[A-Za-z0-9_-]{30,}/g },
  { kind: 'hugging-face-token', pattern: /\bhf_[A-Za-z0-9]{30,}/g },
  { kind: 'stripe-key', pattern: /\b[prs]k_(?:live|test)_[A-Za-z0-9]{16,}/g },
  { kind: 'sendgrid-key', pattern: /\bSG\.[\w-]{16,}\.[\w-]{16,}/g },
  { kind: 'bearer', pattern: /(\bBearer\s+)[A-Za-z0-9._~+/=-]{16,}/gi, keepsFirstGroup: true },
  { kind: 'basic-auth', pattern: /(\bBasic\s+)[A-Za-z0-9+/=]{16,}/g, keepsFirstGroup: true },
  {
    kind: 'url-password',
    pattern: /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/'"]{0,100}:)[^\s@/'"]{3,200}(?=@)/gi,
    keepsFirstGroup: true,
  },
  {
    kind: 'password',
    pattern: /(\bpass(?:word|wd|phrase)\\?["']?\s{0,5}[:=]{1,2}\s{0,5}\\?["'`])[^\s"'`\\]{8,200}/gi,
    keepsFirstGroup: true,
  },
];

const secretName =
  '(?:api[_-]?key|access[_-]?key|secret|token(?!s)|passw(?:or)?d|passwd|credential|private[_-]?key|auth)';

/** `NAME = value` where the name speaks of a secret; the value is judged by its entropy. */
export const secretAssignment = new RegExp(
  `(\\b[\\w.-]{0,60}${secretName}[\\w-]{0,30}\\\\?["']?\\s{0,5}(?:=>|:=|[:=])\\s{0,5}\\\\?["'\`]?)([A-Za-z0-9+/=_.~-]{16,200})(?![A-Za-z0-9+/=_.~(-])`,
  'gi',
);

/** A long run of the characters that encoders use, anywhere. */
export const encodedRun = /(?<![\w+/=-])[A-Za-z0-9+/_-]{40,4096}={0,2}(?![\w+/=-])/g;
