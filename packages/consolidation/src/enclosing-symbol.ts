const modifiers =
  '(?:(?:export|default|async|pub(?:\\([^)]*\\))?|public|private|protected|internal|static|abstract|final|override|readonly|unsafe|virtual)\\s+)*';
const declaration = new RegExp(
  `^\\s*${modifiers}(?:function\\*?|class|interface|enum|namespace|module|struct|trait|impl|def|fn|func)\\s+(?:\\([^)]*\\)\\s*)?([\\p{L}_$][\\p{L}\\d_$]*)`,
  'u',
);
const binding = new RegExp(`^\\s*${modifiers}(?:const|let|var)\\s+([\\p{L}_$][\\p{L}\\d_$]*)`, 'u');
const method = new RegExp(
  `^\\s*${modifiers}(?:(?:get|set)\\s+)?\\*?([\\p{L}_$#][\\p{L}\\d_$]*)\\s*(?:<[^>]*>)?\\([^;]*\\)\\s*(?::\\s*[^;{]+)?\\{\\s*$`,
  'u',
);
const testCase = /^\s*(?:describe|it|test|suite)\b[.\w]*\(\s*(["'`])(.*?)\1/u;
const controlWords = new Set([
  'if',
  'for',
  'while',
  'switch',
  'catch',
  'with',
  'function',
  'return',
]);

/**
 * Names the declarations around a line (`Class.method`), found by indentation and shape, in any
 * language that indents.
 *
 * A guess, not a parse: it only has to be the same guess for the same text, because identity uses
 * it to tell equal lines of different functions apart. Null outside of any declaration.
 *
 * @param index 0-based line
 */
export function enclosingSymbol(lines: readonly string[], index: number): string | null {
  const names: string[] = [];
  let limit = Number.POSITIVE_INFINITY;
  for (let at = Math.min(index, lines.length - 1); at >= 0 && limit > 0; at -= 1) {
    const line = lines[at] ?? '';
    const indent = indentOf(line);
    if (indent === null || indent >= limit || (at < index && isComment(line))) continue;
    limit = indent;
    const name = declaredName(line) ?? boundName(line, at < index);
    if (name !== null) names.unshift(name);
  }
  return names.length === 0 ? null : names.join('.');
}

/** Longer lines are data or minified code, and would take patterns like these very long. */
const longestDeclaration = 400;

function declaredName(line: string): string | null {
  if (line.length > longestDeclaration) return null;
  const test = testCase.exec(line);
  if (test !== null) return test[2] ?? null;
  const declared = declaration.exec(line)?.[1];
  if (declared !== undefined) return declared;
  const name = method.exec(line)?.[1];
  return name === undefined || controlWords.has(name) ? null : name;
}

/** A variable is a symbol for what lies inside of its value, not for a line of its own. */
function boundName(line: string, isAround: boolean): string | null {
  const name = line.length > longestDeclaration ? undefined : binding.exec(line)?.[1];
  return name !== undefined && (isAround || /(?:[{([]|=>)\s*$/u.test(line)) ? name : null;
}

/** Comments may stand at any indentation. */
function isComment(line: string): boolean {
  return /^\s*(?:\/\/|\/?\*|#(?!\[|include|define|if|endif)|--\s|<!--)/u.test(line);
}

/** Width of the leading white space; null for a line without content. */
function indentOf(line: string): number | null {
  const content = line.search(/\S/u);
  return content < 0 ? null : content;
}
