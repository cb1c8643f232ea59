import picomatch from 'picomatch';

/** What `.gitattributes` files say about one attribute of one path; undefined: nothing. */
export type AttributeValue = boolean | undefined;

export interface AttributesFile {
  /** Folder that the file lies in, without a trailing slash; empty for the root. */
  readonly folder: string;
  readonly text: string;
}

interface Rule {
  readonly folder: string;
  readonly matches: (path: string) => boolean;
  readonly settings: ReadonlyMap<string, AttributeValue>;
}

/**
 * Reads `.gitattributes` files without git, so that no filter or diff driver can come into play.
 *
 * As in git: the last matching line wins, and a file in a deeper folder wins over its parents.
 * Known: patterns, quoted patterns, `attr`, `-attr`, `!attr`, `attr=value`, macros of the root.
 */
export function readAttributes(
  files: readonly AttributesFile[],
): (path: string, attribute: string) => AttributeValue {
  const shallowFirst = [...files].sort((a, b) => depth(a.folder) - depth(b.folder));
  const macros = new Map<string, ReadonlyMap<string, AttributeValue>>();
  const rules = shallowFirst.flatMap((file) => rulesOf(file, macros));
  return (path, attribute) => {
    let value: AttributeValue;
    for (const rule of rules) {
      if (!rule.settings.has(attribute)) continue;
      const below = rule.folder === '' ? path : insideFolder(path, rule.folder);
      if (below !== undefined && rule.matches(below)) value = rule.settings.get(attribute);
    }
    return value;
  };
}

function depth(folder: string): number {
  return folder === '' ? 0 : folder.split('/').length;
}

function insideFolder(path: string, folder: string): string | undefined {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}

function rulesOf(
  file: AttributesFile,
  macros: Map<string, ReadonlyMap<string, AttributeValue>>,
): Rule[] {
  const rules: Rule[] = [];
  for (const line of file.text.split(/\r?\n/)) {
    const { pattern, rest } = splitLine(line.trim());
    if (pattern === '' || pattern.startsWith('#') || pattern.startsWith('!')) continue;
    const settings = settingsOf(rest, macros);
    if (pattern.startsWith('[attr]')) macros.set(pattern.slice('[attr]'.length), settings);
    else rules.push({ folder: file.folder, matches: matcherOf(pattern), settings });
  }
  return rules;
}

function splitLine(line: string): { readonly pattern: string; readonly rest: string } {
  const quoted = /^"((?:[^"\\]|\\.)*)"\s*(.*)$/.exec(line);
  if (quoted) return { pattern: (quoted[1] ?? '').replace(/\\(.)/g, '$1'), rest: quoted[2] ?? '' };
  const [, pattern = '', rest = ''] = /^(\S*)\s*(.*)$/.exec(line) ?? [];
  return { pattern, rest };
}

function settingsOf(
  text: string,
  macros: ReadonlyMap<string, ReadonlyMap<string, AttributeValue>>,
): ReadonlyMap<string, AttributeValue> {
  const settings = new Map<string, AttributeValue>();
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const [, sign = '', name = '', value] = /^([-!]?)([^=]+)(?:=(.*))?$/.exec(word) ?? [];
    if (sign === '') for (const [inner, set] of macros.get(name) ?? []) settings.set(inner, set);
    if (sign === '!') settings.set(name, undefined);
    else settings.set(name, sign === '' && value !== 'false');
  }
  return settings;
}

/** A pattern without a slash matches the name alone; any other counts from the file's folder. */
function matcherOf(pattern: string): (path: string) => boolean {
  const options = { dot: true, nobrace: true, noext: true, nonegate: true };
  if (!pattern.includes('/')) {
    const matches = picomatch(pattern, options);
    return (path) => matches(path.slice(path.lastIndexOf('/') + 1));
  }
  return picomatch(pattern.replace(/^\//, ''), options);
}
