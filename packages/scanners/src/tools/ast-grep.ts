import { createRequire } from 'node:module';
import type { BuiltinCheck, Hit, PatternUse } from '../builtin/check.ts';
import type { Language } from '../change/language.ts';
import type { FileFacts } from '../facts/file-facts.ts';
import type { Blob } from '../facts/read-facts.ts';

type AstGrep = typeof import('@ast-grep/napi');
type Root = ReturnType<ReturnType<AstGrep['parse']>['root']>;

/** Packages with the grammar of a language. They are large, so everybody installs their own. */
const packs: Partial<Record<Language, string>> = {
  go: '@ast-grep/lang-go',
  java: '@ast-grep/lang-java',
  ruby: '@ast-grep/lang-ruby',
  rust: '@ast-grep/lang-rust',
};

const registered = new Map<Language, Promise<AstGrep | null>>();

/** Facts of a file in a language that structural patterns read; empty for all others. */
export async function readPatterns(
  blob: Blob,
  checks: readonly BuiltinCheck[],
): Promise<Partial<FileFacts>> {
  const pack = packs[blob.language];
  if (pack === undefined) return {};
  const loading = registered.get(blob.language) ?? register(blob.language, pack);
  registered.set(blob.language, loading);
  const grep = await loading;
  if (grep === null) return { limit: 'not analysed', missingTool: `${pack} is not installed` };
  const root = grep.parse(blob.language, blob.text).root();
  const [error] = root.findAll({ rule: { kind: 'ERROR' } });
  if (error !== undefined) {
    const line = error.range().start.line + 1;
    return { syntaxErrors: [{ line, message: 'unexpected text' }], limit: 'syntax errors' };
  }
  const hits: Record<string, readonly Hit[]> = {};
  for (const check of checks) {
    const found = matchPatterns(root, check.patterns?.[blob.language] ?? []);
    if (found.length > 0) hits[check.id] = found;
  }
  return { hits };
}

/** Every place below a node where a pattern fits. */
export function matchPatterns(root: Root, uses: readonly PatternUse[]): Hit[] {
  return uses.flatMap(({ pattern, ...problem }) =>
    root.findAll({ rule: pattern }).map((node) => {
      const { start, end } = node.range();
      const line = start.line + 1;
      return { ...problem, line, endLine: Math.min(end.line + 1, line + 4) };
    }),
  );
}

async function register(language: Language, pack: string): Promise<AstGrep | null> {
  try {
    const grep = await import('@ast-grep/napi');
    const grammar = createRequire(import.meta.url)(pack);
    grep.registerDynamicLanguage({ [language]: grammar });
    return grep;
  } catch {
    // Not installed, or without a binary for this platform: said once, by the checks that need it.
    return null;
  }
}
