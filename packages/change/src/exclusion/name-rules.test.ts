import { expect, it } from 'vitest';
import { reasonByName } from './name-rules.ts';

it.each([
  ['package-lock.json', 'lock file'],
  ['apps/web/yarn.lock', 'lock file'],
  ['src/__snapshots__/a.test.ts.snap', 'snapshot file'],
  ['.hidden/node_modules/x/index.js', 'vendored folder'],
  ['vendor/lib.go', 'vendored folder'],
  ['public/app.min.js', 'minified file'],
  ['public/app.js.map', 'source map'],
  ['api/service.pb.go', 'generated file'],
  ['src/__generated__/types.ts', 'generated file'],
])('leaves %s out as a %s', (path, reason) => {
  expect(reasonByName(path)).toBe(reason);
});

it.each([
  'src/vendor/vendor-service.ts',
  'src/lock.ts',
  'src/minify.js',
  'generated.ts',
  'linked.map',
  'node_modules.ts',
])('keeps %s', (path) => {
  expect(reasonByName(path)).toBeUndefined();
});
