/** A credential found in a text; its own characters are never repeated. */
export interface Secret {
  readonly rule: string;
  readonly message: string;
  readonly line: number;
  /** Offsets of the secret in the text. */
  readonly start: number;
  readonly end: number;
}

type Lint = typeof import('@secretlint/core').lintSource;
type Rule = Parameters<Lint>[0]['options']['config']['rules'][number];

let loaded: Promise<{ lint: Lint; preset: Rule }> | null = null;

/** Searches a text for credentials of known formats. */
export async function secretsIn(path: string, text: string): Promise<readonly Secret[]> {
  loaded ??= load();
  const { lint, preset } = await loaded;
  const result = await lint({
    source: { filePath: path, content: text, ext: '', contentType: 'text' },
    options: {
      maskSecrets: true,
      noPhysicFilePath: true,
      config: { rules: [preset] },
    },
  });
  return result.messages
    .filter((message) => message.type === 'message')
    .map((message) => ({
      rule: message.ruleId.replace(/^@secretlint\/secretlint-rule-/, 'secret-'),
      message: message.message,
      line: message.loc.start.line,
      start: message.range[0],
      end: message.range[1],
    }));
}

async function load(): Promise<{ lint: Lint; preset: Rule }> {
  const [core, preset, { secretLintProfiler }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
    import('@secretlint/profiler'),
  ]);
  // Every mark is compared with all marks before: 300 files cost 2 s for figures nobody reads.
  secretLintProfiler.mark = () => {};
  const id = '@secretlint/secretlint-rule-preset-recommend';
  return { lint: core.lintSource, preset: { id, rule: preset.creator } as Rule };
}
