import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { groupsOf } from './cwe-groups.js';

/**
 * @typedef {{
 *   file: string, line: number, kind: 'bad' | 'good', rule: string,
 *   groups: string[], half: 'dev' | 'held',
 * }} Label
 * @typedef {{ id: string, cwes: string[], isSecurity: boolean }} Rule
 */

const sourceTypes = new Set(['.js', '.jsx', '.mjs', '.cjs', '.ts', '.tsx', '.mts', '.cts']);
const annotation =
  /^\s*(?:\/\/|\/\*|\{\s*\/\*|<!--|#|\*)\s*(?:todo)?(?:ruleid|ok)\s*:\s*[^*<]*?(?:\*\/\s*\}?|-->)?\s*$/;
const comment = /(?:\/\/|\/\*|<!--)\s*(ruleid|ok)\s*:\s*([\w.,\s-]+?)\s*(?:\*\/|-->|$)/;

/**
 * Reads every label of every JavaScript and TypeScript file below a folder.
 *
 * A `ruleid:` comment marks the next line that is no annotation (or its own line when code stands
 * before it) as vulnerable, an `ok:` comment marks it as safe. Rules are read from the YAML files
 * beside the sources; where there are any, only labels of security rules count.
 *
 * @param {string} folder
 * @returns {Label[]} sorted by file and line, without duplicates
 */
export function readLabels(folder) {
  const files = listFiles(folder).sort();
  /** @type {Map<string, Map<string, Rule>>} */
  const rulesByFolder = new Map();
  for (const file of files.filter((name) => /\.ya?ml$/.test(name))) {
    const rules = rulesByFolder.get(dirname(file)) ?? new Map();
    for (const rule of readRules(file)) rules.set(rule.id, rule);
    rulesByFolder.set(dirname(file), rules);
  }
  /** @type {Map<string, Label>} */
  const labels = new Map();
  for (const file of files.filter((name) => sourceTypes.has(extname(name)))) {
    const place = relative(folder, dirname(file));
    const rules = rulesByFolder.get(dirname(file)) ?? new Map();
    const half = halfOf(place);
    for (const mark of readMarks(readFileSync(file, 'utf8'))) {
      const rule = rules.get(mark.rule);
      if (rule === undefined && rules.size > 0 && !/security/.test(place)) continue;
      if (rule !== undefined && !rule.isSecurity && !/security/.test(place)) continue;
      const groups = groupsOf(rule?.cwes ?? [], `${place} ${mark.rule}`);
      const label = { ...mark, file: relative(folder, file), groups, half };
      labels.set([label.file, label.line, label.kind, groups].join('\0'), label);
    }
  }
  return [...labels.values()];
}

/**
 * Halves are split by the digest of the rule folder: rules that lie together stay together.
 *
 * @param {string} place
 * @returns {'dev' | 'held'}
 */
function halfOf(place) {
  return (createHash('sha256').update(place).digest()[0] ?? 0) % 2 === 0 ? 'dev' : 'held';
}

/**
 * @param {string} text
 * @returns {{ line: number, kind: 'bad' | 'good', rule: string }[]}
 */
export function readMarks(text) {
  const lines = text.split(/\r?\n/);
  return lines.flatMap((line, index) => {
    const match = comment.exec(line);
    if (match === null || /todo(ruleid|ok)/.test(line)) return [];
    let target = index;
    if (annotation.test(line)) {
      target += 1;
      while (target < lines.length && annotation.test(lines[target] ?? '')) target += 1;
    }
    const kind = match[1] === 'ruleid' ? 'bad' : 'good';
    const ids = (match[2] ?? '').split(/[\s,]+/).filter((id) => id !== '');
    return ids.map((id) => ({
      line: target + 1,
      kind: /** @type {'bad' | 'good'} */ (kind),
      rule: id.split('.').at(-1) ?? id,
    }));
  });
}

/**
 * @param {string} file
 * @returns {Rule[]}
 */
function readRules(file) {
  return parseAllDocuments(readFileSync(file, 'utf8')).flatMap((document) => {
    const rules = document.toJS()?.rules;
    if (!Array.isArray(rules)) return [];
    return rules.map((rule) => ({
      id: String(rule.id),
      cwes: [rule.metadata?.cwe ?? []].flat().map(String),
      isSecurity: rule.metadata?.category === 'security' || /security/.test(basename(file)),
    }));
  });
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === '.git') return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}
