import type { GraphTransition } from '@magi/contracts';

/** What a transition waits for, in the words of the chart: `done(ground)`, `after(timeout)`, `abort`. */
export function eventLabel({ event, kind, source }: GraphTransition): string {
  switch (kind) {
    case 'always':
      return '';
    case 'after':
      return `after(${event.slice('xstate.after.'.length, -(source.length + 1))})`;
    case 'done':
      return `done(${event.replace(/^xstate\.done\.(actor|state)\./, '')})`;
    case 'error':
      return `error(${event.replace(/^xstate\.error\.actor\./, '')})`;
    default:
      return event.replace(/^xstate\.done\.actor\.(.*)$/, 'done($1)');
  }
}

/** Event, guard and actions on one line: `done(ground) [isFirst] / keep, count`. */
export function transitionLabel(transition: GraphTransition): string {
  const guard = transition.guard === undefined ? '' : `[${transition.guard}]`;
  const actions = transition.actions.length === 0 ? '' : `/ ${transition.actions.join(', ')}`;
  return [eventLabel(transition), guard, actions].filter((part) => part !== '').join(' ');
}
