import type { Assertion, Review, ScanContext, ScanInput } from '@magi/contracts';
import { factCache } from '../facts/fact-cache.ts';
import { installationOf } from '../tools/installation.ts';
import type { ScannerPool } from './scanner-pool.ts';

/**
 * Keeps whole reviews of built-in scanners by all that they are made of, so that a change which was
 * reviewed before starts no thread.
 *
 * A review rests on the two trees, the files and what of them is excluded, the checks, the tools and
 * the code (`version`), and the installed dependencies. One that was cut short is not kept.
 */
export function keepReviews(pool: ScannerPool, version: string): ScannerPool {
  return {
    async scan(input, context) {
      if (context.cacheDir === null) return pool.scan(input, context);
      const key = await keyOf(input, context);
      const cache = factCache(context.cacheDir, version);
      return cache.through(key, () => pool.scan(input, context), isLasting);
    },
    close: () => pool.close(),
  };
}

async function keyOf(
  { scanner, candidate }: ScanInput,
  { snapshot }: ScanContext,
): Promise<readonly string[]> {
  const { id, role, checks, options } = scanner;
  const { base, head, files, goal } = candidate;
  return [
    'review',
    JSON.stringify([id, role, checks, options ?? null]),
    ...[base.tree, head.tree, JSON.stringify(files), goal ?? ''],
    await installationOf(snapshot.checkout),
  ];
}

/** A tool that broke may work the next time; one that is missing is part of the version. */
function isLasting({ status, assertions }: Review): boolean {
  return status === 'completed' && !assertions.some(isDegraded);
}

function isDegraded(assertion: Assertion): boolean {
  return assertion.value === 'not_evaluated' && assertion.kind === 'degraded';
}
