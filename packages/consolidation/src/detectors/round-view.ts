import type { Finding, RoundRecord } from '@magi/contracts';
import { openConstraints } from '../constraints.ts';

/** What detectors look at of one round. Rounds that were incomplete are not compared. */
export type RoundView = {
  readonly round: number;
  readonly record: RoundRecord;
  /** Keys of the open constraints, sorted. */
  readonly keys: readonly string[];
  /** Open constraints down to their findings: `key` or `key finding`, sorted. */
  readonly items: readonly string[];
  /** `items` as one text, to compare rounds with. */
  readonly itemsKey: string;
  /** Gating findings, and open constraints without any. */
  readonly count: number;
  readonly gating: readonly Finding[];
};

/** Views of the rounds that came to a verdict, oldest first. */
export function roundViews(history: readonly RoundRecord[]): readonly RoundView[] {
  return history.filter(({ consolidation }) => consolidation.verdict !== 'INCOMPLETE').map(viewOf);
}

/** Records are never changed in place, and every round looks at all rounds before it. */
const views = new WeakMap<RoundRecord, RoundView>();

function viewOf(record: RoundRecord): RoundView {
  let view = views.get(record);
  if (view === undefined) {
    view = makeView(record);
    views.set(record, view);
  }
  return view;
}

function makeView(record: RoundRecord): RoundView {
  const open = openConstraints(record.consolidation.constraints);
  const items = open
    .flatMap(({ key, findings }) =>
      findings.length === 0 ? [key] : findings.map((finding) => `${key} ${finding}`),
    )
    .sort();
  const gating = record.consolidation.findings.filter((finding) => finding.gating);
  const bare = open.filter(({ findings }) => findings.length === 0).length;
  return {
    round: record.round,
    record,
    keys: open.map(({ key }) => key).sort(),
    items,
    itemsKey: JSON.stringify(items),
    count: gating.length + bare,
    gating,
  };
}

/** A constraint key in words: the check id, or the place and message of the finding. */
export function nameKey(key: string, views: readonly RoundView[]): string {
  for (const { record } of [...views].reverse()) {
    const constraint = record.consolidation.constraints.find((known) => known.key === key);
    if (constraint === undefined) continue;
    if (constraint.check === key) return `check \`${key}\``;
    const finding = record.consolidation.findings.find(({ id }) => id === constraint.id);
    if (finding !== undefined) {
      return `"${finding.message}" (${finding.file}:${finding.line})`;
    }
  }
  return key;
}
