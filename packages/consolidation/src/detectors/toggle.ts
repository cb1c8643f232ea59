import type { Detector, Sighting } from './detector.ts';
import { nameKey, type RoundView } from './round-view.ts';

/**
 * Something went back to what it was two rounds before.
 *
 * On `check` (the default): one check went false, true, false or true, false, true; one finding
 * that is a demand of its own went away and came back. On `set`: the whole set of demands did. It is
 * looked at in the newest three rounds.
 */
export const toggle: Detector = (views, { on = 'check' }) => {
  const [first, second, third] = views.slice(-3);
  if (first === undefined || second === undefined || third === undefined) return null;
  return on === 'set' ? toggledSet(first, second, third) : toggledKeys(first, second, third);
};

function toggledSet(first: RoundView, second: RoundView, third: RoundView): Sighting | null {
  const isBack = first.itemsKey === third.itemsKey;
  if (!isBack || third.items.length === 0 || first.itemsKey === second.itemsKey) return null;
  return {
    message: `round ${third.round} is back at the problems of round ${first.round}`,
    evidence: [first, second, third].map(
      (view) =>
        `round ${view.round}: ${view.keys.map((key) => nameKey(key, [view])).join(', ') || 'nothing open'}`,
    ),
    keys: third.keys,
  };
}

function toggledKeys(first: RoundView, second: RoundView, third: RoundView): Sighting | null {
  const rounds = [first, second, third];
  const keys = [...new Set(rounds.flatMap((view) => [...view.keys, ...decided(view)]))].sort();
  const toggled = keys.filter((key) => {
    const [a, b, c] = rounds.map((view) => stateOf(view, key));
    const isBack = a !== null && b !== null && a === c && a !== b;
    return isBack && (a === false || rounds.every((view) => decided(view).includes(key)));
  });
  if (toggled.length === 0) return null;
  return {
    message: `${toggled.map((key) => nameKey(key, rounds)).join(', ')} went back and forth over rounds ${rounds.map((view) => view.round).join(', ')}`,
    evidence: toggled.map((key) => tell(key, rounds)),
    keys: toggled,
  };
}

function decided({ record }: RoundView): readonly string[] {
  return record.consolidation.checks.map(({ id }) => id);
}

/**
 * Whether a demand was met in a round; null when the round says nothing about it.
 *
 * A finding that comes and goes is met where it is not reported, but only a finding that comes back
 * toggles: one that was brought in and repaired is progress.
 */
function stateOf(view: RoundView, key: string): boolean | null {
  const check = view.record.consolidation.checks.find(({ id }) => id === key);
  if (check !== undefined) return check.value === 'not_evaluated' ? null : check.value === 'true';
  return !view.keys.includes(key);
}

function tell(key: string, rounds: readonly RoundView[]): string {
  const states = rounds.map((view) => {
    const isMet = stateOf(view, key);
    const by = isMet ? clearedBy(view, rounds) : raisedBy(view, key);
    return `${isMet ? 'true' : 'false'} in round ${view.round}${by}`;
  });
  return `${nameKey(key, rounds)} was ${states.join(', ')}`;
}

function raisedBy({ record }: RoundView, key: string): string {
  const check = record.consolidation.checks.find(({ id }) => id === key);
  const voices =
    check?.voices.filter(({ value }) => value === 'false').map(({ scanner }) => scanner) ??
    record.consolidation.findings
      .filter((finding) => finding.fingerprint === key)
      .flatMap((finding) => finding.voices.map(({ scanner }) => scanner));
  const names = [...new Set(voices)].sort();
  return names.length === 0 ? '' : ` (raised by ${names.join(', ')})`;
}

function clearedBy(view: RoundView, rounds: readonly RoundView[]): string {
  const before = rounds[rounds.indexOf(view) - 1];
  const attempt = before?.record.attempt;
  return attempt?.outcome === 'committed' ? ` (cleared by attempt ${attempt.number})` : '';
}
