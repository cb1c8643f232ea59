import { camelCase, checkName, titleCase } from '../names.js';
import { register } from '../register.js';
import { formatAfterwards } from '../write-formatted.js';

/**
 * Adds a protocol: a declaration that starts from seed 003, its README, a test and its registry line.
 *
 * @param {import('nx/src/generators/tree').Tree} tree
 * @param {{ name: string }} options
 */
export default async function addProtocol(tree, { name }) {
  checkName(name);
  const folder = `packages/protocols/src/${name}`;
  if (tree.exists(folder)) throw new Error(`${folder} exists already`);
  tree.write(`${folder}/declaration.ts`, declaration(name));
  tree.write(`${folder}/declaration.test.ts`, test(name));
  tree.write(`${folder}/README.md`, readme(name));
  register(tree, {
    file: 'packages/protocols/src/registry.ts',
    array: 'shipped',
    name: camelCase(name),
    from: `./${name}/declaration.ts`,
  });
  return formatAfterwards(tree);
}

/** @param {string} name */
function declaration(name) {
  return `import { defineProtocol } from '../define-protocol.ts';
import { magi } from '../magi/declaration.ts';

/** Starts from seed 003; say here what is different, and why. */
export const ${camelCase(name)} = defineProtocol({
  ...magi,
  id: '${name}',
  version: 1,
  title: '${titleCase(name)}',
});
`;
}

/** @param {string} name */
function test(name) {
  return `import { expect, it } from 'vitest';
import { findProtocol } from '../registry.ts';
import { ${camelCase(name)} } from './declaration.ts';

it('is found by its id', () => {
  expect(findProtocol('${name}')).toBe(${camelCase(name)});
});

it('bounds its loop', () => {
  expect(${camelCase(name)}.budget.reviews).toBeGreaterThan(0);
});
`;
}

/** @param {string} name */
function readme(name) {
  return `# ${titleCase(name)}

Starts from \`magi\` (seed 003). Say here what the loop is for, and list the knobs that differ.

| knob | value | why |
| --- | --- | --- |
| \`merge\` | \`and\` | as \`magi\` |
| \`budget.reviews\` | 3 | as \`magi\` |

\`\`\`
magi run --protocol ${name}
\`\`\`
`;
}
