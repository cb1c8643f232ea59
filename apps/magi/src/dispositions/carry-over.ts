import { defaultObjectsDir, diffTrees, openSnapshot, type Repository } from '@magi/change';
import { anchorReview, fingerprintOf, lineMapOf } from '@magi/consolidation';
import type { Candidate, Disposition, ReportedFinding, Review } from '@magi/contracts';
import type { Dismissal } from './ledger.ts';

type Side = 'base' | 'head';
type LineMap = ReturnType<typeof lineMapOf>;

/** Lines of a rewritten stretch that a dismissed line may have become; more are not looked at. */
const MAX_REWRITTEN = 40;

/**
 * What a round is to know of earlier dismissals: each under the identity that its finding has, or
 * would have, in the tree under review.
 *
 * Lines are followed from the tree of the dismissal to this one. Where they still say the same, the
 * content digest fits and the finding stays set aside, also when it was moved or its file renamed.
 * Where they were rewritten, the digest does not fit: whatever is reported there is judged again,
 * and its history is told. A dismissal whose tree is gone counts under its recorded identity alone.
 */
export async function carryOver(
  dismissals: readonly Dismissal[],
  candidate: Candidate,
  repository: Repository,
): Promise<readonly Disposition[]> {
  const touched = new Set(candidate.files.flatMap(({ path, oldPath = path }) => [path, oldPath]));
  const relevant = dismissals.filter(({ finding }) => touched.has(finding.file));
  if (relevant.length === 0) return newestOnly(dismissals.map(({ disposition }) => disposition));
  const maps = lineMaps(repository, candidate, [...touched]);
  const snapshot = await openSnapshot(repository, candidate);
  try {
    const carried: Disposition[] = [];
    for (const dismissal of dismissals) {
      const { disposition } = dismissal;
      carried.push(disposition);
      if (!relevant.includes(dismissal)) continue;
      const side = dismissal.finding.side ?? 'head';
      const follow = await maps(side, side === 'head' ? dismissal.tree : dismissal.baseTree);
      const read = (file: string) => linesOf(snapshot.read(side, file));
      for (const fingerprint of await identitiesNow(dismissal, { candidate, follow, read })) {
        carried.push({ ...disposition, fingerprint });
      }
    }
    return newestOnly(carried);
  } finally {
    await snapshot.dispose();
  }
}

/** Of several about one identity and content the last word counts. */
function newestOnly(dispositions: readonly Disposition[]): readonly Disposition[] {
  const byTarget = new Map<string, Disposition>();
  for (const disposition of dispositions) {
    const target = `${disposition.fingerprint} ${disposition.contentDigest}`;
    byTarget.delete(target);
    byTarget.set(target, disposition);
  }
  return [...byTarget.values()];
}

function lineMaps(repository: Repository, candidate: Candidate, paths: readonly string[]) {
  const known = new Map<string, Promise<LineMap | null>>();
  return (side: Side, tree: string): Promise<LineMap | null> => {
    const now = candidate[side].tree;
    const key = `${tree} ${now}`;
    const map = known.get(key) ?? mapBetween(repository, tree, now, paths);
    known.set(key, map);
    return map;
  };
}

/** Null where the old tree is not there any more, as after a clean-up of the repository. */
async function mapBetween(
  repository: Repository,
  before: string,
  after: string,
  paths: readonly string[],
): Promise<LineMap | null> {
  if (before === after) return lineMapOf([]);
  const objectsDir = await defaultObjectsDir(repository);
  const diff = await diffTrees(repository, before, after, { objectsDir, paths }).catch(() => null);
  return diff === null ? null : lineMapOf(diff);
}

interface Now {
  readonly candidate: Candidate;
  readonly follow: LineMap | null;
  readonly read: (file: string) => Promise<readonly string[] | null>;
}

/** The fingerprints that the dismissed finding would have if it were reported today. */
async function identitiesNow(
  { finding }: Dismissal,
  { candidate, follow, read }: Now,
): Promise<readonly string[]> {
  const place = follow?.(finding.file, finding.line) ?? null;
  if (place === null) return [];
  const lines = await read(place.file);
  if (lines === null) return [];
  const span = (finding.endLine ?? finding.line) - finding.line;
  const last = Math.min(place.endLine, place.line + MAX_REWRITTEN - 1, lines.length);
  const prints = new Set<string>();
  for (let line = place.line; line <= last; line += 1) {
    const { symbol, ...rest } = reportAt({ ...finding, file: place.file }, line, span, lines);
    const variants = [rest, ...(symbol === undefined ? [] : [{ ...rest, symbol }])];
    for (const variant of variants) prints.add(printOf(variant, candidate, lines));
  }
  return [...prints];
}

function reportAt(
  { rule, severity, file, side, symbol, message }: Dismissal['finding'],
  line: number,
  span: number,
  lines: readonly string[],
): ReportedFinding {
  const endLine = Math.min(line + span, lines.length);
  return {
    rule,
    severity,
    file,
    line,
    ...(endLine > line && { endLine }),
    ...(side !== undefined && { side }),
    ...(symbol !== undefined && { symbol }),
    message,
    evidence: lines.slice(line - 1, endLine).join('\n'),
  };
}

/** Measured as any report is, so that identities cannot drift apart. */
function printOf(finding: ReportedFinding, candidate: Candidate, lines: readonly string[]): string {
  const review: Review = {
    scanner: 'ledger',
    role: 'Ledger',
    tree: candidate.head.tree,
    status: 'completed',
    assertions: [],
    findings: [finding],
    coverage: [],
  };
  const [anchored = finding] = anchorReview(review, { candidate, lines: () => lines }).findings;
  return fingerprintOf(anchored, candidate);
}

async function linesOf(reading: Promise<Uint8Array | null>): Promise<readonly string[] | null> {
  const bytes = await reading.catch(() => null);
  if (bytes === null || bytes.includes(0)) return null;
  return new TextDecoder().decode(bytes).split(/\r?\n/);
}
