import { anchorReview } from '@magi/consolidation';
import {
  type Candidate,
  type Json,
  MagiError,
  type Review,
  type ScanContext,
  ScanInput,
  type Snapshot,
} from '@magi/contracts';
import type { EffectHandler } from '../composition/effect-runner.ts';

/** Who scans, and what they may read. */
export interface ScanDesk {
  scan(input: ScanInput, context: ScanContext): Promise<Review>;
  /** The frozen view of a candidate; the same one for all scanners of a round. */
  snapshotOf(candidate: Candidate): Promise<Snapshot>;
  readonly cacheDir: string | null;
}

/**
 * The effect `scan`: asks one scanner about one candidate and measures what it says.
 *
 * Anchors are measured here, in the reviewed tree, before the review is recorded: what a scanner
 * claims about its own quotes counts for nothing.
 */
export function scanEffect(desk: ScanDesk): EffectHandler {
  return {
    async run(request, { signal, progress }) {
      const input = ScanInput.parse(request.input);
      const snapshot = await desk.snapshotOf(input.candidate);
      const review = await desk.scan(input, {
        snapshot,
        signal,
        cacheDir: desk.cacheDir,
        progress,
      });
      if (signal.aborted) throw cancelled(input);
      const lines = await linesOf(review, snapshot);
      return anchorReview(review, {
        candidate: input.candidate,
        lines: (side, file) => lines.get(`${side}:${file}`) ?? null,
      }) as Json;
    },
  };
}

/** Lines of both sides of every file that a finding names, under either of its names. */
async function linesOf(
  review: Review,
  snapshot: Snapshot,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const named = new Set(review.findings.map((finding) => finding.file));
  for (const { path, oldPath } of snapshot.candidate.files) {
    if (oldPath === undefined) continue;
    if (named.has(path)) named.add(oldPath);
    else if (named.has(oldPath)) named.add(path);
  }
  const lines = new Map<string, readonly string[]>();
  for (const file of named) {
    for (const side of ['base', 'head'] as const) {
      const bytes = await snapshot.read(side, file);
      if (bytes !== null && !bytes.includes(0)) {
        lines.set(`${side}:${file}`, new TextDecoder().decode(bytes).split(/\r?\n/));
      }
    }
  }
  return lines;
}

function cancelled({ scanner }: ScanInput): MagiError {
  return new MagiError('MAGI_CANCELLED', `The scan of ${scanner.id} was stopped.`, {
    exitCode: 130,
  });
}
