import { expect, it } from 'vitest';
import { scanImports } from './import-scan.ts';

it.each([
  ["import a from './a';", './a', false, ['default']],
  ["import { a, b as c } from './a';", './a', false, ['a', 'b']],
  ["import a, { b } from './a';", './a', false, ['default', 'b']],
  ["import * as all from './a';", './a', false, ['*']],
  ["import './a';", './a', false, []],
  ["import type { A } from './a';", './a', true, ['A']],
  ["import { type A, type B } from './a';", './a', true, ['A', 'B']],
  ["import { type A, b } from './a';", './a', false, ['A', 'b']],
  ["export { a } from './a';", './a', false, ['a']],
  ["export * from './a';", './a', false, ['*']],
  ["import {\n  a,\n  b,\n} from './a';", './a', false, ['a', 'b']],
  ["const a = require('./a');", './a', false, ['*']],
  ["const a = await import('./a');", './a', false, ['*']],
  ["import type from './a';", './a', false, ['default']],
])('reads %s', (text, specifier, typeOnly, names) => {
  expect(scanImports(text)).toEqual([{ specifier, typeOnly, names, line: 1 }]);
});

it('leaves out what is commented out, and exports of its own', () => {
  expect(
    scanImports("// import a from './a';\n// require('./b')\nexport const c = './c';\n"),
  ).toEqual([]);
});

it('counts lines from one', () => {
  expect(scanImports("\n\nimport a from './a';\n")[0]?.line).toBe(3);
});
