import { type Json, sanitiseLine } from '@magi/contracts';
import type { Replay } from '@magi/engine/replay';
import { count } from '@magi/reports';
import { table } from './table.ts';

/** The state of a run for people: where every actor stands, what is known, what is waited for. */
export function stateText({ run, seq, stateHash, view, pending, timers }: Replay): string {
  const { context } = view;
  const facts: [string, string][] = [
    ['run', run],
    ['after entry', `#${seq}`],
    ['state hash', stateHash],
    ['protocol', context.input.protocol.id],
    ['outcome', context.terminal ? `${context.terminal.outcome}: ${context.terminal.reason}` : '-'],
    ...roundFacts(context),
  ];
  const actors = Object.entries(view.value).map(([address, value]) => [address, stateName(value)]);
  return [
    table(facts.map(([name, value]) => [name, sanitiseLine(value)])),
    '\nActors\n',
    table(actors.map(([address = '', state = '']) => ['', address, state])),
    ...(pending.length === 0
      ? []
      : ['\nAsked for, not answered\n', table(pending.map(({ key, kind }) => ['', key, kind]))]),
    ...(timers.length === 0
      ? []
      : ['\nTimers\n', table(timers.map(({ id, dueAt }) => ['', id, dueAt]))]),
  ].join('');
}

/** What only reviews and loops know; a training has no rounds. */
function roundFacts(context: Replay['view']['context']): [string, string][] {
  if (context.round === undefined) return [];
  const last = context.history.at(-1)?.consolidation;
  const open = (last?.constraints ?? []).filter(({ state }) => state === 'open').length;
  const reviews = context.reviews.map(({ scanner, status }) => `${scanner} ${status}`);
  return [
    ['round', `${context.round}`],
    ['verdict', last?.verdict ?? '-'],
    ['reviews in', reviews.join(', ') || '-'],
    ['constraints', count(open, 'open constraint')],
  ];
}

/** A state value as a path: `scanning`, or `working.waiting` for a nested one. */
export function stateName(value: Json): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([key, inner]) => `${key}.${stateName(inner as Json)}`)
    .join(', ');
}
