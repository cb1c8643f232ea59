import type { Finding, RoundRecord } from '@magi/contracts';

/** What became of a finding in one round. */
export type LifeEvent = 'raised' | 'open' | 'fixed' | 'back' | 'set-aside' | 'absent';

/** A finding over all rounds of a run. */
export interface LifeLine {
  /** As last seen. */
  readonly finding: Finding;
  /** One event a round. */
  readonly events: readonly LifeEvent[];
  /** How it stands after the last round, in words. */
  readonly standing: string;
}

/** Follows every finding through the rounds, in order of its first appearance. */
export function lifeLines(history: readonly RoundRecord[]): readonly LifeLine[] {
  const newest = new Map<string, Finding>();
  for (const { consolidation } of history) {
    for (const finding of findingsOf(consolidation)) newest.set(finding.id, finding);
  }
  return [...newest.values()].map((finding) => {
    const events = eventsOf(finding.id, history);
    return { finding, events, standing: standingOf(events, history) };
  });
}

function eventsOf(id: string, history: readonly RoundRecord[]): LifeEvent[] {
  let wasSeen = false;
  let isOpen = false;
  return history.map(({ consolidation }) => {
    const isSetAside = consolidation.suppressed.some(({ finding }) => finding.id === id);
    const isThere = consolidation.findings.some((finding) => finding.id === id);
    const before = { wasSeen, isOpen };
    wasSeen ||= isThere || isSetAside;
    isOpen = isThere;
    if (isSetAside) return 'set-aside';
    if (isThere) return before.isOpen ? 'open' : before.wasSeen ? 'back' : 'raised';
    return before.isOpen ? 'fixed' : 'absent';
  });
}

function standingOf(events: readonly LifeEvent[], history: readonly RoundRecord[]): string {
  const index = events.findLastIndex((event) => event !== 'absent' && event !== 'open');
  const round = history[index]?.round ?? 0;
  switch (events[index]) {
    case 'fixed':
      return `gone since round ${round}`;
    case 'back':
      return `came back in round ${round}`;
    case 'set-aside':
      return `set aside in round ${round}`;
    default:
      return `open since round ${round}`;
  }
}

function findingsOf({ findings, suppressed }: RoundRecord['consolidation']): readonly Finding[] {
  return [...findings, ...suppressed.map(({ finding }) => finding)];
}
