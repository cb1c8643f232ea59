import { byText, type Candidate, type CoverageRow, type CoverageState } from '@magi/contracts';
import { groupBy } from './group-by.ts';
import type { Seat } from './settle-reviews.ts';

/**
 * Writes the ledger: one row a changed file, with what every member of the panel saw of it.
 *
 * A file is `excluded` when the candidate says that nobody needs to look at it, or when every
 * scanner that answered excluded it with a reason. What a scanner does not mention it has not seen;
 * reviews that do not count saw nothing.
 */
export function coverageLedger(seats: readonly Seat[], candidate: Candidate): CoverageRow[] {
  const rows = seats.map(({ spec, review }) => ({
    id: spec.id,
    byFile: groupBy(review?.coverage ?? [], ({ file }) => file),
  }));
  return [...candidate.files]
    .sort((a, b) => byText(a.path, b.path))
    .map(({ path, excluded }) => {
      const scanners: Record<string, CoverageState> = {};
      const reasons: Record<string, string> = {};
      for (const { id, byFile } of rows) {
        const seen = worst(byFile.get(path) ?? []);
        scanners[id] = seen?.state ?? 'unseen';
        if (seen?.reason !== undefined) reasons[id] = seen.reason;
      }
      if (excluded !== undefined) reasons['*'] = excluded;
      return {
        file: path,
        state: excluded === undefined ? best(seats, scanners) : 'excluded',
        scanners,
        ...(Object.keys(reasons).length > 0 && { reasons }),
      };
    });
}

const order: readonly CoverageState[] = ['unseen', 'partial', 'excluded', 'seen'];

/** Two rows of one scanner about one file: the more cautious one counts. */
function worst<Row extends { readonly state: CoverageState }>(rows: readonly Row[]) {
  return [...rows].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))[0];
}

function best(
  seats: readonly Seat[],
  scanners: Readonly<Record<string, CoverageState>>,
): CoverageState {
  const states = seats.filter(({ review }) => review !== null).map(({ spec }) => scanners[spec.id]);
  if (states.includes('seen')) return 'seen';
  if (states.includes('partial')) return 'partial';
  return states.length > 0 && states.every((state) => state === 'excluded') ? 'excluded' : 'unseen';
}
