import { groupBy } from '@magi/consolidation';
import type { Label } from '../labels/label.ts';
import { oneVoteEach } from '../labels/one-vote.ts';
import { benjaminiHochberg, fisherExact } from '../statistics/exact-tests.ts';
import { wilson } from '../statistics/interval.ts';
import { evidenceBar as bar } from './evidence-bar.ts';
import type { Draft } from './proposal.ts';

interface Candidate {
  readonly check: string;
  readonly group: string;
  readonly useful: number;
  readonly useless: number;
  readonly usefulElsewhere: number;
  readonly uselessElsewhere: number;
  readonly runs: readonly string[];
}

/**
 * Checks that are useful in one group of files and surely noise outside of it.
 *
 * Groups are top folders and extensions; the difference is tested with Fisher's exact test, and the
 * false discovery rate is kept over all checks and groups at once.
 */
export function proposeReRoutes(labels: readonly Label[]): readonly Draft[] {
  const candidates = [...groupBy(labels, ({ check }) => check).values()].flatMap((ofCheck) =>
    candidatesOf(oneVoteEach(ofCheck)),
  );
  const adjusted = benjaminiHochberg(
    candidates.map((it) =>
      fisherExact({
        failedHere: it.useless,
        passedHere: it.useful,
        failedElsewhere: it.uselessElsewhere,
        passedElsewhere: it.usefulElsewhere,
      }),
    ),
  );
  const clear = candidates.filter(
    (it, index) => (adjusted[index] ?? 1) <= bar.falseDiscovery && clears(it),
  );
  return [...groupBy(clear, ({ check }) => check).values()].map((group) => draftOf(group));
}

/** Outside surely more than half is noise, inside surely more than half is useful. */
function clears(it: Candidate): boolean {
  const outside = wilson(it.uselessElsewhere, it.usefulElsewhere + it.uselessElsewhere);
  const inside = wilson(it.useful, it.useful + it.useless);
  return outside.n >= bar.judged && outside.low > bar.retireAbove && inside.low > bar.retireAbove;
}

function draftOf(group: readonly Candidate[]): Draft {
  const [best] = [...group].sort(
    (a, b) => b.useful - a.useful || Number(isExtension(a.group)) - Number(isExtension(b.group)),
  );
  if (!best) throw new RangeError('a group of candidates is never empty');
  const elsewhere = best.usefulElsewhere + best.uselessElsewhere;
  return {
    edit: { kind: 're_route', check: best.check, onlyFor: best.group },
    because: `useful in ${best.useful} of ${best.useful + best.useless} judged failures in ${best.group}, of no use in ${best.uselessElsewhere} of ${elsewhere} elsewhere`,
    evidence: {
      measure: 'not useful elsewhere',
      proportion: wilson(best.uselessElsewhere, elsewhere),
      bar: `n ≥ ${bar.judged}, lower end above 50 %, false discovery rate ≤ ${bar.falseDiscovery}`,
      runs: best.runs,
    },
    cautions: [],
  };
}

/** A folder says more about code than an extension does. */
function isExtension(group: string): boolean {
  return group.startsWith('**/*');
}

function candidatesOf(votes: readonly Label[]): readonly Candidate[] {
  const judged = votes.filter(
    ({ value, failed }) => failed > 0 && value !== 'unresolved' && value !== 'passed',
  );
  const groups = new Set(judged.flatMap(({ files }) => files.flatMap(groupsOf)));
  return [...groups].sort().map((group) => {
    const isHere = ({ files }: Label): boolean =>
      files.some((file) => groupsOf(file).includes(group));
    const count = (here: boolean, useful: boolean): number =>
      judged.filter((label) => isHere(label) === here && (label.value === 'fixed') === useful)
        .length;
    return {
      check: judged[0]?.check ?? '',
      group,
      useful: count(true, true),
      useless: count(true, false),
      usefulElsewhere: count(false, true),
      uselessElsewhere: count(false, false),
      runs: judged.map(({ run }) => run),
    };
  });
}

/** The top folder and the extension of a path, as globs. */
export function groupsOf(file: string): readonly string[] {
  const slash = file.indexOf('/');
  const dot = file.lastIndexOf('.');
  return [
    ...(slash > 0 ? [`${file.slice(0, slash)}/**`] : []),
    ...(dot > file.lastIndexOf('/') ? [`**/*${file.slice(dot)}`] : []),
  ];
}
