/*
 * A few line rules that stand in for scanners: what matters is only that they find the same thing
 * in the same line, and often something alike in the next one.
 */

/** @typedef {{ rule: string, file: string, line: number, message: string, evidence: string }} Spotted */

/** @type {readonly { rule: string, pattern: RegExp, say: (name: string) => string, again: (name: string) => string }[]} */
const rules = [
  {
    rule: 'unchecked-call',
    pattern: /([A-Za-z_][\w.]*\.\w+)\s*\(/u,
    say: (name) => `Result of calling ${name} is not checked`,
    again: (name) => `Nobody looks at what ${name} returns: the result is not checked`,
  },
  {
    rule: 'magic-value',
    pattern: /(\b\d{2,}\b|["'][^"']{6,}["'])/u,
    say: (name) => `Magic value ${name} has no name`,
    again: (name) => `Give the magic value ${name} a name`,
  },
  {
    rule: 'branch-without-else',
    pattern: /^\s*(?:if|elif|else if|when|case)\b\s*\(?\s*([\w.!]+)/u,
    say: (name) => `Branch on ${name} forgets the other case`,
    again: (name) => `The other case of the branch on ${name} is missing`,
  },
  {
    rule: 'shadowed-binding',
    pattern: /^\s*(?:const|let|var|def|fn|func|val|my)\s+(\w+)/u,
    say: (name) => `Binding ${name} shadows an outer one`,
    again: (name) => `An outer binding is shadowed by ${name}`,
  },
];

/**
 * Applies the rules to a file; every line is hit or missed by its text alone.
 *
 * @param {string} file
 * @param {readonly string[]} lines
 * @param {number} [share] of the hits to report, 0..1
 * @returns {Spotted[]}
 */
export function spot(file, lines, share = 0.5) {
  return lines.flatMap((evidence, index) =>
    rules.flatMap(({ rule, pattern, say }) => {
      const name = pattern.exec(evidence)?.[1];
      if (name === undefined || fraction(`${rule} ${evidence.trim()}`) >= share) return [];
      return [{ rule, file, line: index + 1, message: say(name), evidence }];
    }),
  );
}

/**
 * The same finding in other words, about a line that may have been edited.
 * @param {Spotted} finding
 * @param {string} evidence
 * @returns {Spotted}
 */
export function reword(finding, evidence) {
  const found = rules.find(({ rule }) => rule === finding.rule);
  const name = found?.pattern.exec(evidence)?.[1];
  if (found === undefined || name === undefined) return { ...finding, evidence };
  return { ...finding, evidence, message: found.again(name) };
}

/**
 * A number of a text between 0 and 1, the same on every machine.
 * @param {string} text
 */
export function fraction(text) {
  let hash = 2166136261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
  hash ^= hash >>> 15;
  return (Math.imul(hash, 2246822519) >>> 0) / 2 ** 32;
}
