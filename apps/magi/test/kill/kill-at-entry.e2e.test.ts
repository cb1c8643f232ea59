import { createRepository, type DisposableRepository } from '@magi/change/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CommandResult, ensureBuilt, magi } from '../cli.ts';
import { evidenceOf, remoteTip, tip } from '../corpus/evidence.ts';
import { createGround, type Ground, toldBy } from '../corpus/ground.ts';
import { fixer, loopWith, reviewer } from '../corpus/programs.ts';

/** More lives than a run can have entries: the loop below is broken if it needs them. */
const MOST_LIVES = 40;
const AT_ONCE = 2;

beforeAll(ensureBuilt, 120_000);

describe('a run that publishes and is killed', { timeout: 900_000 }, () => {
  it('before any entry of its log ends as if nothing had happened, with one push', async () => {
    const whole = await withPublication(async (place) => {
      await loop(place);
      return { ...(await stateOf(place)), entries: await entriesOf(place) };
    });
    expect(whole.state).toEqual(asPlanned);
    const kills = Array.from({ length: whole.entries }, (_, index) => index + 1);
    const states = await inTurns(kills, (at) =>
      withPublication(async (place) => {
        const killed = await loop(place, { DIE_AT: `${at}`, DIE_WHEN: 'before' });
        expect(killed.signal, `life 1 was killed at entry ${at}`).toBe('SIGKILL');
        await goOn(place);
        return (await stateOf(place)).state;
      }),
    );
    expect(states).toEqual(kills.map(() => asPlanned));
  });

  it('after every third entry, again and again, ends with one push', async () => {
    await withPublication(async (place) => {
      const dying = { DIE_AT: '3', DIE_WHEN: 'after' };
      let life = await loop(place, dying);
      let lives = 1;
      for (; life.signal !== null && lives < MOST_LIVES; lives += 1) {
        life = await goOn(place, dying);
        expect(pushes(place.bare)).toBeLessThanOrEqual(1);
      }
      expect(lives).toBeGreaterThan(3);
      expect(await stateOf(place)).toEqual({ state: asPlanned });
    });
  });
});

/** What every life must come to. */
const asPlanned = {
  told: { code: 0, reason: 'converged/accepted' },
  commits: 1,
  marker: 'fixed',
  isClean: true,
  leftOver: [],
  isPublished: true,
  pushes: 1,
  locks: [],
};

interface Place {
  readonly ground: Ground;
  readonly bare: DisposableRepository;
}

async function withPublication<Played>(play: (place: Place) => Promise<Played>): Promise<Played> {
  const ground = createGround();
  const bare = createRepository({ bare: true });
  try {
    // The remote itself keeps the record of how often its branch was moved.
    bare.git('config', 'core.logAllRefUpdates', 'always');
    ground.repository.git('remote', 'add', 'origin', bare.dir);
    ground.repository.git('push', '-q', 'origin', 'main', '--set-upstream', 'topic');
    return await play({ ground, bare });
  } finally {
    ground.remove();
    bare.remove();
  }
}

function loop({ ground }: Place, dying: Readonly<Record<string, string>> = {}) {
  const args = loopWith(reviewer(ground), fixer(ground), '--publish', 'update_pr');
  return live(ground, args, dying);
}

/** Resumes the run; one that left no entry behind is started anew. */
async function goOn(place: Place, dying: Readonly<Record<string, string>> = {}) {
  const resumed = await live(place.ground, ['resume', 'last', '--json'], dying);
  return resumed.code === 2 ? loop(place, dying) : resumed;
}

function live(
  ground: Ground,
  args: readonly string[],
  dying: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const preload = new URL('die-at-entry.mjs', import.meta.url).href;
  const env = dying.DIE_AT === undefined ? {} : { NODE_OPTIONS: `--import ${preload}`, ...dying };
  return magi(ground.repository.dir, args, { env });
}

async function stateOf({ ground, bare }: Place) {
  const told = toldBy(await ground.magi(['resume', 'last', '--json']));
  const isPublished = remoteTip(bare.dir) === tip(ground);
  const locks = ground.repository
    .git('worktree', 'list', '--porcelain')
    .split('\n')
    .filter((line) => line.startsWith('locked'));
  return { state: { told, ...evidenceOf(ground), isPublished, pushes: pushes(bare), locks } };
}

/** How often the branch was moved after the first push, which prepared it. */
function pushes(bare: DisposableRepository): number {
  return bare.git('reflog', 'show', 'refs/heads/topic').split('\n').length - 1;
}

async function entriesOf({ ground }: Place): Promise<number> {
  const { stdout } = await ground.magi(['log', 'last', '--jsonl']);
  return stdout.trim().split('\n').length;
}

async function inTurns<In, Out>(
  items: readonly In[],
  work: (item: In) => Promise<Out>,
): Promise<Out[]> {
  const results: Out[] = [];
  const queue = [...items.entries()];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      results[next[0]] = await work(next[1]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
