import persona from '../../../personas/performance.json' with { type: 'json' };
import type { BuiltinScanner } from '../scanner.ts';
import { avoidsNeedlessAllocation } from './avoids-needless-allocation.ts';
import { avoidsQuadraticLoops } from './avoids-quadratic-loops.ts';
import { blocksNoEventLoop } from './blocks-no-event-loop.ts';
import { boundsParallelWork } from './bounds-parallel-work.ts';
import { checkConcurrency } from './check-concurrency.ts';
import { issuesNoQueryPerItem } from './issues-no-query-per-item.ts';
import { keepsBundleLean } from './keeps-bundle-lean.ts';
import { keepsRegexLinear } from './keeps-regex-linear.ts';
import { releasesResources } from './releases-resources.ts';

/** Work that grows too fast, blocks others, or is done one by one. */
export const performance: BuiltinScanner = {
  id: 'performance',
  persona,
  when: 'always',
  checks: [
    checkConcurrency,
    blocksNoEventLoop,
    avoidsQuadraticLoops,
    issuesNoQueryPerItem,
    boundsParallelWork,
    releasesResources,
    avoidsNeedlessAllocation,
    keepsRegexLinear,
    keepsBundleLean,
  ],
};
