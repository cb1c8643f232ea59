/** What a file is written in, as far as an analysis cares. */
export type Language =
  | 'ts'
  | 'tsx'
  | 'js'
  | 'jsx'
  | 'python'
  | 'go'
  | 'java'
  | 'rust'
  | 'ruby'
  | 'php'
  | 'c'
  | 'cpp'
  | 'csharp'
  | 'kotlin'
  | 'swift'
  | 'vue'
  | 'svelte'
  | 'shell'
  | 'sql'
  | 'json'
  | 'yaml'
  | 'markdown'
  | 'markup'
  | 'text';

const byExtension: Readonly<Record<string, Language>> = {
  ts: 'ts',
  mts: 'ts',
  cts: 'ts',
  tsx: 'tsx',
  js: 'js',
  mjs: 'js',
  cjs: 'js',
  jsx: 'jsx',
  py: 'python',
  pyi: 'python',
  go: 'go',
  java: 'java',
  rs: 'rust',
  rb: 'ruby',
  php: 'php',
  c: 'c',
  h: 'c',
  cc: 'cpp',
  cpp: 'cpp',
  cxx: 'cpp',
  hpp: 'cpp',
  cs: 'csharp',
  kt: 'kotlin',
  kts: 'kotlin',
  swift: 'swift',
  vue: 'vue',
  svelte: 'svelte',
  sh: 'shell',
  bash: 'shell',
  zsh: 'shell',
  sql: 'sql',
  json: 'json',
  jsonc: 'json',
  json5: 'json',
  yml: 'yaml',
  yaml: 'yaml',
  md: 'markdown',
  mdx: 'markdown',
  rst: 'markdown',
  html: 'markup',
  htm: 'markup',
  xml: 'markup',
  svg: 'markup',
  css: 'markup',
};

const names: Readonly<Partial<Record<Language, string>>> = {
  ts: 'TypeScript',
  tsx: 'TypeScript',
  js: 'JavaScript',
  jsx: 'JavaScript',
  php: 'PHP',
  cpp: 'C++',
  csharp: 'C#',
  sql: 'SQL',
  json: 'JSON',
  yaml: 'YAML',
};

const scripts: readonly Language[] = ['ts', 'tsx', 'js', 'jsx'];
const prose: readonly Language[] = ['json', 'yaml', 'markdown', 'markup', 'text', 'sql'];

/** Language of a path by its extension; `#!` lines of files without one are looked at too. */
export function languageOf(path: string, text = ''): Language {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const dot = name.lastIndexOf('.');
  const known = dot < 0 ? undefined : byExtension[name.slice(dot + 1)];
  if (known !== undefined || dot > 0) return known ?? 'text';
  const interpreter = /^#!.*\b(node|deno|bun|python\d?|ruby|php|(?:ba|z|da)?sh)\b/.exec(text)?.[1];
  if (interpreter === undefined) return 'text';
  if (/^(node|deno|bun)$/.test(interpreter)) return 'js';
  if (interpreter.startsWith('python')) return 'python';
  return interpreter === 'ruby' || interpreter === 'php' ? interpreter : 'shell';
}

/** True for TypeScript and JavaScript, which our own syntax rules read. */
export function isScript(language: Language): boolean {
  return scripts.includes(language);
}

/** True for programming languages, false for data, markup and prose. */
export function isCode(language: Language): boolean {
  return !prose.includes(language);
}

/** Name of a language for people. */
export function nameOfLanguage(language: Language): string {
  return names[language] ?? `${language.charAt(0).toUpperCase()}${language.slice(1)}`;
}
