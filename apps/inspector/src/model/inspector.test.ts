import type { Entry } from '@magi/contracts';
import { createPackedFrameMaker, graphsOfRun, type PackedFrame } from '@magi/engine/replay';
import { aCompletedReview, playRun } from '@magi/engine/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandsFor } from './commands.ts';
import { formatLink, parseLink } from './deep-link.ts';
import { createInspector, type Inspector } from './inspector.ts';

let entries: readonly Entry[];
let frames: readonly PackedFrame[];

beforeAll(async () => {
  const played = await playRun({
    scan: ({ round, scanner, candidate }) =>
      aCompletedReview(scanner, candidate, round < 2 ? ['core_is_fine'] : []),
  });
  entries = played.entries;
  const maker = createPackedFrameMaker({
    describe: ({ in: input, note }) => ({
      type: input?.type ?? note?.type ?? '',
      actor: (input && 'key' in input ? input.key : note && 'key' in note ? note.key : '') ?? '',
      text: '',
    }),
  });
  frames = entries.map((entry) => maker.next(entry));
});

describe('a page', () => {
  it('follows a living run until somebody goes back, and again from its end', () => {
    const inspector = given({ isLive: true });
    inspector.receive(frames.slice(0, 4));
    expect(inspector.seq.value).toBe(3);
    inspector.receive(frames.slice(4, 6));
    expect([inspector.seq.value, inspector.isFollowing.value]).toEqual([5, true]);
    inspector.step(-2);
    inspector.receive(frames.slice(6));
    expect([inspector.seq.value, inspector.isFollowing.value]).toEqual([3, false]);
    inspector.goToEnd();
    expect([inspector.seq.value, inspector.isFollowing.value]).toEqual([frames.length - 1, true]);
  });

  it('stays within the entries', () => {
    const inspector = given();
    inspector.receive(frames);
    inspector.goTo(-5);
    expect(inspector.seq.value).toBe(0);
    inspector.goTo(9999);
    expect(inspector.seq.value).toBe(frames.length - 1);
  });

  it('opens at the entry and the actor that its address names, once they have come', () => {
    const inspector = given({
      hash: '#seq=5&actor=run/scan.core&view=consensus&detail=diff&base=2',
    });
    inspector.receive(frames.slice(0, 3));
    expect(inspector.seq.value).toBe(2);
    inspector.receive(frames.slice(3));
    expect(inspector.seq.value).toBe(5);
    expect(inspector.actor.value).toBe('run/scan.core');
    expect([inspector.view.value, inspector.detail.value, inspector.base.value]).toEqual([
      'consensus',
      'diff',
      2,
    ]);
  });

  it('steps among the entries that pass the filter', () => {
    const inspector = given();
    inspector.receive(frames);
    inspector.filter.value = { text: '', type: 'done', actor: 'run/scan.core' };
    const scans = inspector.visible.value ?? [];
    expect(scans.length).toBe(2);
    inspector.goTo(0);
    inspector.step(1);
    expect(inspector.seq.value).toBe(scans[0]);
    inspector.step(1);
    expect(inspector.seq.value).toBe(scans[1]);
    inspector.step(1);
    expect(inspector.seq.value).toBe(scans[1]);
    inspector.step(-1);
    expect(inspector.seq.value).toBe(scans[0]);
  });

  it('seeks the next entry of a kind, and stays where there is none', () => {
    const inspector = given();
    inspector.receive(frames);
    inspector.goTo(0);
    const isDone = (seq: number) => inspector.reel.head(seq).type === 'done';
    expect(inspector.seek(1, isDone)).toBe(true);
    expect(inspector.frame.value?.type).toBe('done');
    expect(inspector.seek(1, () => false)).toBe(false);
  });

  it('marks where rounds begin', () => {
    const inspector = given();
    inspector.receive(frames);
    expect(inspector.marks.value.map(({ label }) => label)).toEqual(['Round 1', 'Round 2']);
  });
});

describe('a deep link', () => {
  it('is written and read without loss', () => {
    const link = { seq: 12, actor: 'run/scan.core', view: 'messages', detail: 'diff', base: 3 };
    expect(formatLink(link)).toBe('#seq=12&actor=run/scan.core&view=messages&detail=diff&base=3');
    expect(parseLink(formatLink(link))).toEqual(link);
  });

  it('takes nonsense as not said', () => {
    expect(parseLink('#seq=-1&base=x&seq')).toMatchObject({ seq: null, base: null });
    expect(parseLink('')).toMatchObject({ seq: null, actor: null });
  });
});

describe('commands', () => {
  it('name the run and the entry', () => {
    expect(commandsFor(given(), 7).fork.text).toBe('magi fork r1 --at 7');
    expect(commandsFor(given(), 7).replay.text).toBe('magi replay r1 --at 7 --json');
  });

  it('quote the name of a run that a shell would take for more', () => {
    const { fork } = commandsFor(given({ run: "x'; rm -rf ~" }), 1);
    expect(fork.text).toBe("magi fork 'x'\\''; rm -rf ~' --at 1");
  });
});

function given({
  isLive = false,
  hash = '',
  run = 'r1',
}: {
  readonly isLive?: boolean;
  readonly hash?: string;
  readonly run?: string;
} = {}): Inspector {
  const [first] = entries;
  const graphs = first ? graphsOfRun(first) : [];
  const head = {
    format: 1,
    run,
    graphs,
    layouts: [],
    isLive,
    isFile: false,
    isBridged: false,
  } as const;
  return createInspector(head, parseLink(hash));
}
