import { type Constraint, type Json, sanitiseLine } from '@magi/contracts';
import type { Replay } from '@magi/engine/replay';
import { diffJson, type JsonChange } from './json-diff.ts';
import { stateName } from './state-text.ts';

/** What changed between two points of a run, coarse to fine. */
export interface StateDifference {
  /** Actors whose state is another one; null where there was, or is, no such actor. */
  readonly states: readonly {
    readonly actor: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
  readonly constraints: readonly ConstraintChange[];
  /** Every single difference, as JSON pointers into the state that `magi replay --json` prints. */
  readonly changes: readonly JsonChange[];
}

interface ConstraintChange {
  readonly change: 'opened' | 'closed' | 'changed';
  readonly constraint: Constraint;
}

/** Compares two points of one run. */
export function differenceOf(before: Replay, after: Replay): StateDifference {
  return {
    states: statesOf(before, after),
    constraints: constraintsOf(constraintsAt(before), constraintsAt(after)),
    changes: diffJson(before.state, after.state),
  };
}

/** The difference in words: states first, then constraints, then the context in detail. */
export function differenceText(
  { states, constraints, changes }: StateDifference,
  { from, to }: { readonly from: number; readonly to: number },
): string {
  if (changes.length === 0) return `Nothing changed between #${from} and #${to}.\n`;
  const sections = [
    section(
      'State',
      states.map(
        ({ actor, before, after }) => `${actor}: ${before ?? '(none)'} → ${after ?? '(gone)'}`,
      ),
    ),
    section(
      'Constraints',
      constraints.map(
        ({ change, constraint: { key, text } }) => `${marks[change]} ${key}: ${text}`,
      ),
    ),
    section('Context', changes.flatMap(contextLines)),
  ];
  return sections.filter((text) => text !== '').join('\n');
}

/** States of actors are told already; what they know is not. */
function contextLines({ path, before, after }: JsonChange): string[] {
  const [, place] = /^((?:\/children\/[^/]+)*\/context\/.*)$/.exec(path) ?? [];
  if (place === undefined) return [];
  const name = place.replace(/^\/context/, '').replace(/\/children\/|\/context(?=\/)/g, '/');
  return [name.replace(/\/+/g, '/'), `  - ${show(before)}`, `  + ${show(after)}`];
}

const marks = { opened: '+', closed: '-', changed: '~' } as const;
const LONGEST_VALUE = 200;

function section(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  return [title, ...lines.map((line) => `  ${sanitiseLine(line)}`), ''].join('\n');
}

function show(value: Json | undefined): string {
  const text = value === undefined ? '(nothing)' : JSON.stringify(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text;
}

function statesOf({ view: { value: old } }: Replay, { view: { value: now } }: Replay) {
  const actors = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return actors.flatMap((actor) => {
    const [before, after] = [old[actor], now[actor]].map((state) =>
      state === undefined ? null : stateName(state),
    );
    return before === after ? [] : [{ actor, before: before ?? null, after: after ?? null }];
  });
}

/** Trainings have no rounds, hence no constraints. */
function constraintsAt({ view }: Replay): readonly Constraint[] {
  const history = view.context.history as typeof view.context.history | undefined;
  return history?.at(-1)?.consolidation.constraints ?? [];
}

function constraintsOf(
  before: readonly Constraint[],
  after: readonly Constraint[],
): readonly ConstraintChange[] {
  const old = new Map(before.map((constraint) => [constraint.key, constraint]));
  const now = new Map(after.map((constraint) => [constraint.key, constraint]));
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key): ConstraintChange[] => {
    const [was, is] = [old.get(key), now.get(key)];
    const constraint = is ?? was;
    const [wasOpen, isOpen] = [was?.state === 'open', is?.state === 'open'];
    if (constraint === undefined) return [];
    if (wasOpen !== isOpen) return [{ change: isOpen ? 'opened' : 'closed', constraint }];
    return isOpen && was?.text !== is?.text ? [{ change: 'changed', constraint }] : [];
  });
}
