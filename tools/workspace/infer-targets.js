import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Gives every project the same few targets, so that no project repeats them.
 * @type {import('nx/src/project-graph/plugins').CreateNodes}
 */
export const createNodes = [
  '{package.json,{packages,apps,tools}/*/package.json}',
  (manifests, _options, { workspaceRoot }) =>
    manifests.map((manifest) => {
      const root = dirname(manifest);
      const bundled = existsSync(join(workspaceRoot, root, 'vite.config.ts'));
      const targets = root === '.' ? wholeRepo : { ...specs(root), ...(bundled && bundle(root)) };
      return [manifest, { projects: { [root]: { root, targets } } }];
    }),
];

const allSources = [
  '{workspaceRoot}/{packages,apps,tools,docs}/**/*',
  '{workspaceRoot}/*.{json,ts}',
];
const wholeRepo = {
  boundaries: {
    command: 'node tools/workspace/check-boundaries.js',
    cache: true,
    inputs: allSources,
  },
  formats: {
    command: 'node tools/docs/write-formats.js --check',
    cache: true,
    inputs: allSources,
  },
  typecheck: { command: 'tsc && tsc -p apps/inspector', cache: true, inputs: allSources },
  lint: { command: 'biome ci --error-on-warnings .', cache: true, inputs: allSources },
};
const specs = (/** @type {string} */ root) => ({
  test: {
    command: `vitest run --dir ${root} --passWithNoTests --reporter=default --reporter=./tools/workspace/count-reporter.js`,
    cache: true,
    inputs: ['default', '^production'],
    // The specs of the CLI drive the bundle that users run.
    ...(root === 'apps/magi' && { dependsOn: ['build'] }),
  },
});
const bundle = (/** @type {string} */ root) => ({
  build: {
    command: 'vite build --logLevel warn',
    options: { cwd: root },
    cache: true,
    // The bundle of the CLI contains the page, which it does not import.
    inputs: [
      'production',
      '^production',
      ...(root === 'apps/magi' ? ['{workspaceRoot}/apps/inspector/{src/**/*,*.{json,ts}}'] : []),
    ],
    outputs: ['{projectRoot}/dist'],
    ...(root === 'apps/magi' && { dependsOn: ['@magi/inspector:build'] }),
  },
});
