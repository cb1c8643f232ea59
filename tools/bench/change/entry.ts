/* What the bench of reading changes needs of the package. */
export { createDiffParser } from '../../../packages/change/src/diff/diff-parser.ts';
export { diffFlags, diffTrees } from '../../../packages/change/src/diff/diff-trees.ts';
export { openRepository } from '../../../packages/change/src/index.ts';
