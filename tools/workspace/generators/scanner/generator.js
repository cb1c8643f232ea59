import { camelCase, checkName, snakeCase, titleCase } from '../names.js';
import { register } from '../register.js';
import { formatAfterwards } from '../write-formatted.js';

/**
 * Adds a built-in scanner: persona, one working check, its mutation cases and its registry line.
 *
 * The check is small and real (a marker that must not stay in code), so that the new scanner passes
 * the mutation set at once; replace it by what the scanner is for.
 *
 * @param {import('nx/src/generators/tree').Tree} tree
 * @param {{ name: string }} options
 */
export default async function addScanner(tree, { name }) {
  checkName(name);
  const check = `leaves_no_${snakeCase(name)}_marker`;
  const marker = `@${name}`;
  const folder = `packages/scanners/src/builtin/${name}`;
  if (tree.exists(folder)) throw new Error(`${folder} exists already`);
  tree.write(`packages/scanners/personas/${name}.json`, persona(name, check, marker));
  tree.write(`${folder}/index.ts`, scanner(name));
  tree.write(`${folder}/leaves-no-marker.ts`, checkFile(check, marker));
  for (const [kind, lines] of cases(marker))
    for (const [index, line] of lines.entries()) {
      const place = `packages/scanners/test/mutations/${check}/${kind}-${index + 1}`;
      tree.write(`${place}/before/src/a.ts.txt`, 'export const one = 1;\n');
      tree.write(`${place}/after/src/a.ts.txt`, `export const one = 1;\n${line}\n`);
    }
  register(tree, {
    file: 'packages/scanners/src/builtin/registry.ts',
    array: 'builtinScanners',
    name: camelCase(name),
    from: `./${name}/index.ts`,
  });
  return formatAfterwards(tree);
}

/** @param {string} name @param {string} check @param {string} marker */
function persona(name, check, marker) {
  const definition = {
    role: `${titleCase(name)} Scanner`,
    mandate: [`MANDATE: Report every ${marker} marker that a change adds.`],
    checklist: { [check]: `No ${marker} marker is added.` },
  };
  return `${JSON.stringify(definition, null, 2)}\n`;
}

/** @param {string} name */
function scanner(name) {
  return `import persona from '../../../personas/${name}.json' with { type: 'json' };
import type { BuiltinScanner } from '../scanner.ts';
import { leavesNoMarker } from './leaves-no-marker.ts';

/** Joins a panel when it is asked for. */
export const ${camelCase(name)}: BuiltinScanner = {
  id: '${name}',
  persona,
  when: 'asked',
  checks: [leavesNoMarker],
};
`;
}

/** @param {string} check @param {string} marker */
function checkFile(check, marker) {
  return `import type { BuiltinCheck } from '../check.ts';

/** A marker that stands for work to be done before the change is merged. */
export const leavesNoMarker: BuiltinCheck = {
  id: '${check}',
  text: ({ lines }) =>
    lines.flatMap((text, index) =>
      text.includes('${marker}')
        ? [
            {
              rule: '${check.replaceAll('_', '-')}',
              severity: 'warning' as const,
              line: index + 1,
              endLine: index + 1,
              message: 'A ${marker} marker is left.',
              suggestion: 'Do what it stands for and remove it.',
            },
          ]
        : [],
    ),
};
`;
}

/** @param {string} marker @returns {[string, string[]][]} */
function cases(marker) {
  return [
    ['false', [`// ${marker} later`, `const two = 2; // ${marker}`, `/* ${marker} */`]],
    ['true', ['// nothing of the kind', 'export const two = 2;', '/* plain */']],
  ];
}
