import type { Frame } from '@magi/engine/replay';
import { withoutGeneration } from './actors.ts';

/** One event on its way from one actor to another. */
export interface Message {
  readonly seq: number;
  readonly from: string;
  readonly to: string;
  readonly event: string;
  readonly isRejected: boolean;
}

export interface Conversation {
  /** The host and the actors that take part, in order of their first appearance. */
  readonly lanes: readonly string[];
  readonly messages: readonly Message[];
}

/** Where everything comes from that the log brings in. */
export const HOST = 'host';

/**
 * Who sent what to whom in a stretch of frames.
 *
 * An effect shares the lane of the actor that asks through it; what both say to each other is left
 * out.
 */
export function conversationOf(frames: readonly Frame[], root: string): Conversation {
  const messages = frames.flatMap(({ steps }) =>
    steps.flatMap((step): Message[] => {
      const from = withoutGeneration(step.source);
      const to = withoutGeneration(step.actor);
      const isStart = step.event === 'xstate.init' && from === HOST;
      if (from === to || isStart) return [];
      return [{ seq: step.seq, from, to, event: step.event, isRejected: step.rejected !== null }];
    }),
  );
  const lanes = new Set([HOST, root]);
  for (const { from, to } of messages) lanes.add(from).add(to);
  return { lanes: [...lanes], messages };
}

/** An event in short: `done(scan.core)` for `xstate.done.actor.scan.core`. */
export function eventName(event: string): string {
  return event
    .replace(/^xstate\.(done|error)\.actor\.(.*)$/, '$1($2)')
    .replace(/^xstate\.done\.state\.(.*)$/, 'done($1)')
    .replace(/^xstate\.after\.([^.]+)\..*$/, 'after($1)')
    .replace(/^xstate\.init$/, 'start')
    .replace(/^xstate\.stop$/, 'stop')
    .replace(/^effect\.(done|fail)$/, '$1');
}
