import { expect, it } from 'vitest';
import { withDeadline } from './deadline.ts';

it('aborts when time is up', async () => {
  const deadline = withDeadline(new AbortController().signal, 10);
  await new Promise((resolve) => deadline.signal.addEventListener('abort', resolve));
  expect([deadline.isOver(), deadline.signal.reason.name]).toEqual([true, 'TimeoutError']);
});

it('aborts with its parent, for the reason of the parent', () => {
  const parent = new AbortController();
  const deadline = withDeadline(parent.signal, 60_000);
  parent.abort('enough');
  deadline.clear();
  expect([deadline.isOver(), deadline.signal.reason]).toEqual([false, 'enough']);
});

it('is aborted at once under an aborted parent', () => {
  const deadline = withDeadline(AbortSignal.abort('gone'), 60_000);
  deadline.clear();
  expect(deadline.signal.aborted).toBe(true);
});
