import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';

/**
 * @typedef {import('./score.js').Found} Found
 * @typedef {{ name: string, run: (folder: string) => Found[] | undefined }} Linter
 */

const require = createRequire(new URL('../../../packages/scanners/package.json', import.meta.url));
const maxBuffer = 1 << 29;

/** What the rules of linters are about, generously: a rule that could be meant counts. */
const groupsByRule = Object.entries({
  code: /no-eval|no-implied-eval|no-new-func|no-dynamic-require|noGlobalEval/,
  xss: /no-script-url|no-danger|jsx-no-script-url|no-inner-html|noDangerouslySetInnerHtml|noScriptUrl/,
  web: /jsx-no-target-blank|iframe-missing-sandbox|post-message-target-origin|no-document-cookie|noBlankTarget|noDocumentCookie/,
  crypto: /post-message-target-origin/,
  path: /no-path-concat/,
  prototype: /no-proto\b|no-extend-native|no-prototype-builtins|guard-for-in|noPrototypeBuiltins/,
  regex: /no-control-regex|no-empty-character-class|no-useless-backreference|regex/i,
  secret: /no-secrets|noSecrets|no-process-env|noProcessEnv/,
  tls: /no-http|insecure-url/,
  other: /no-new-buffer|no-buffer-constructor|no-deprecated-api/,
});

/** Linters that need no account and no configuration, as far as they are installed. */
export const linters = /** @type {readonly Linter[]} */ ([
  { name: 'oxlint, all categories and plugins', run: runOxlint },
  { name: 'biome, security rules', run: runBiome },
]);

/**
 * @param {string} folder
 * @returns {Found[] | undefined}
 */
function runOxlint(folder) {
  const script = installed('oxlint', 'bin/oxlint');
  if (script === undefined) return undefined;
  const plugins = 'import react jsdoc jsx-a11y nextjs react-perf promise node vue vitest'.split(
    ' ',
  );
  const options = ['-W', 'all', '-W', 'nursery', '-f', 'json', '--no-ignore'];
  const output = run(folder, script, [
    ...options,
    '--disable-nested-config',
    ...plugins.map((name) => `--${name}-plugin`),
    '.',
  ]);
  const diagnostics = JSON.parse(output).diagnostics;
  return diagnostics.flatMap(
    (/** @type {{ code?: string, filename: string, labels: any[] }} */ diagnostic) => {
      const groups = groupsOfRule(diagnostic.code ?? '');
      const line = diagnostic.labels[0]?.span.line;
      if (groups.length === 0 || line === undefined) return [];
      return [{ file: diagnostic.filename, line, groups, rule: diagnostic.code ?? '' }];
    },
  );
}

/**
 * @param {string} folder
 * @returns {Found[] | undefined}
 */
function runBiome(folder) {
  const script = installed('@biomejs/biome', 'bin/biome');
  if (script === undefined) return undefined;
  const home = mkdtempSync(join(tmpdir(), 'magi-bench-'));
  writeFileSync(join(home, 'biome.json'), JSON.stringify({ vcs: { enabled: false } }));
  const rules = ['security', 'suspicious/noDocumentCookie', 'suspicious/noPrototypeBuiltins'];
  const output = run(folder, script, [
    'lint',
    `--config-path=${home}`,
    '--reporter=json',
    '--max-diagnostics=none',
    ...rules.map((rule) => `--only=${rule}`),
    '.',
  ]);
  rmSync(home, { recursive: true });
  const start = output.indexOf('{');
  const diagnostics = start < 0 ? [] : JSON.parse(output.slice(start)).diagnostics;
  return diagnostics.flatMap((/** @type {any} */ diagnostic) => {
    const groups = groupsOfRule(diagnostic.category ?? '');
    const path = diagnostic.location?.path?.file ?? diagnostic.location?.path;
    const line =
      diagnostic.location?.start?.line ?? lineAt(folder, path, diagnostic.location?.span?.[0]);
    if (groups.length === 0 || typeof path !== 'string' || line === undefined) return [];
    return [{ file: normalize(path), line, groups, rule: diagnostic.category }];
  });
}

/**
 * @param {string} rule
 * @returns {string[]}
 */
function groupsOfRule(rule) {
  return groupsByRule.filter(([, pattern]) => pattern.test(rule)).map(([group]) => group);
}

/**
 * @param {string} name
 * @param {string} file
 */
function installed(name, file) {
  try {
    const script = join(dirname(require.resolve(`${name}/package.json`)), file);
    return existsSync(script) ? script : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {string} folder
 * @param {string} script
 * @param {string[]} options
 */
function run(folder, script, options) {
  const { stdout, error } = spawnSync(process.execPath, [script, ...options], {
    encoding: 'utf8',
    maxBuffer,
    cwd: folder,
  });
  if (error !== undefined) throw error;
  return stdout;
}

/**
 * @param {string} folder
 * @param {unknown} path
 * @param {unknown} offset bytes from the start of the file
 */
function lineAt(folder, path, offset) {
  if (typeof path !== 'string' || typeof offset !== 'number') return undefined;
  const file = join(folder, path);
  if (!existsSync(file)) return undefined;
  return readFileSync(file).subarray(0, offset).toString('utf8').split('\n').length;
}
