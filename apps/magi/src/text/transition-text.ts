import type { TraceStep } from '@magi/engine/replay';
import { stateName } from './state-text.ts';

/** One step of one actor as a line, with the actions it ran and the events it sent below. */
export function transitionText({
  seq,
  actor,
  source,
  event,
  microsteps,
  ...rest
}: TraceStep): string {
  const moves = microsteps.map(({ from, to }) => {
    const target = stateName(to);
    return from === null ? target : `${stateName(from)} → ${target}`;
  });
  const refused =
    rest.rejected === null
      ? []
      : [`nothing: refused by ${rest.rejected.guards.join(', ') || 'no transition for it'}`];
  const sent = rest.sent.map(({ to, event: name }) => `${name} to ${to}`);
  const details = [
    ...(rest.actions.length > 0 ? [`did ${rest.actions.join(', ')}`] : []),
    ...(sent.length > 0 ? [`sent ${sent.join(', ')}`] : []),
  ];
  const head = `#${`${seq}`.padEnd(5)} ${actor.padEnd(24)} ${event} from ${source}`;
  const lines = [...moves, ...refused, ...details].map((line) => `${' '.repeat(8)}${line}`);
  return `${[head, ...lines].join('\n')}\n`;
}
