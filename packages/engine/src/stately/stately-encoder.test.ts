import type { Entry } from '@magi/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { replay } from '../replay/replay.ts';
import { aCompletedReview, playRun } from '../testing/index.ts';
import { createStatelyEncoder } from './stately-encoder.ts';
import type { StatelyMessage } from './stately-message.ts';

let entries: readonly Entry[];
let messages: readonly StatelyMessage[];

beforeAll(async () => {
  const played = await playRun({
    scan: ({ round, scanner, candidate }) =>
      aCompletedReview(scanner, candidate, round < 2 ? ['core_is_fine'] : []),
  });
  entries = played.entries;
  messages = encoded(entries);
});

describe('the stream for the inspectors of Stately', () => {
  it('introduces every actor before it says anything else of it, parents first', () => {
    const met = new Set<string>();
    for (const message of messages) {
      if (message.type === '@xstate.actor') {
        if (message.parentId !== undefined) expect(met).toContain(message.parentId);
        met.add(message.sessionId);
      } else {
        expect(met).toContain(message.sessionId);
        if (message.type === '@xstate.event' && message.sourceId !== undefined) {
          expect(met).toContain(message.sourceId);
        }
      }
    }
    expect([...met].slice(0, 4)).toEqual([
      'run',
      'run/ground#1',
      'run/scan.core#1',
      'run/scan.core#1/self#1',
    ]);
    expect(met).toContain('run/scan.core#2');
  });

  it('has ids that are unique and the same each time', () => {
    const ids = messages.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(encoded(entries)).toEqual(messages);
  });

  it('carries the time of the entry, not of the replay', () => {
    expect(messages[0]?.createdAt).toBe(String(Date.parse(entries[0]?.at ?? '')));
  });

  it('ends with the state that replay gives', () => {
    const last = messages.findLast(
      (message) => message.type === '@xstate.snapshot' && message.sessionId === 'run',
    );
    const { view } = replay(entries);
    expect(last).toMatchObject({
      snapshot: { status: 'done', value: view.value.run, context: view.context },
    });
  });

  it('describes machines as JSON with the names of guards and actions', () => {
    const run = messages.find(({ type }) => type === '@xstate.actor');
    const definition = JSON.parse(run?.type === '@xstate.actor' ? run.definition : '{}');
    expect(definition).toMatchObject({ id: 'run', initial: 'grounding' });
    expect(definition.states.deciding.always[0]).toEqual({
      guard: 'mayAccept',
      target: 'accepted',
    });
  });

  it('is plain JSON', () => {
    for (const message of messages) {
      const { parentId: _p, sourceId: _s, ...rest } = message as unknown as Record<string, unknown>;
      expect(JSON.parse(JSON.stringify(rest))).toEqual(rest);
    }
  });
});

function encoded(log: readonly Entry[]): readonly StatelyMessage[] {
  const encoder = createStatelyEncoder();
  return log.flatMap((entry) => encoder.next(entry));
}
