import { createRepository, type DisposableRepository } from '@magi/change/testing';
import { atTip, commitsSince, evidenceOf, hasObject, remoteTip, tip } from '../evidence.ts';
import { createGround, type Ground, toldBy } from '../ground.ts';
import { fixer, loopWith, markerReviewer, reviewer } from '../programs.ts';
import type { Scenario } from '../scenario.ts';

const untouched = { commits: 0, marker: 'broken', isClean: true, leftOver: [] } as const;
const mended = { commits: 1, marker: 'fixed', isClean: true, leftOver: [] } as const;
const publishing = ['--publish', 'update_pr'];

/** One push, with a lease, and only to where it may go; each against a bare repository. */
export const publicationScenarios: readonly Scenario[] = [
  {
    name: 'published after convergence',
    expected: { ...mended, wasExpected: true, isAtTip: true, markerThere: 'fixed' },
    told: { code: 0, reason: 'converged/accepted' },
    play: (ground) =>
      withRemote(ground, async (bare) => {
        const wasExpected = remoteTip(bare.dir) === ground.head;
        const told = toldBy(await loop(ground));
        const evidence = {
          ...evidenceOf(ground),
          wasExpected,
          isAtTip: remoteTip(bare.dir) === tip(ground),
          markerThere: bare.git('show', 'refs/heads/topic:marker.txt'),
        };
        return { evidence, told };
      }),
  },
  {
    name: 'the remote moved before',
    expected: { ...untouched, isRemoteUntouched: true, fixes: 0 },
    told: { code: 5, reason: 'blocked/remote_advanced' },
    play: (ground) =>
      withRemote(ground, async (bare) => {
        const pushed = pushedByOther(bare);
        const told = toldBy(await loop(ground));
        const isRemoteUntouched = remoteTip(bare.dir) === pushed;
        const fixes = ground.trace('fixes').length;
        return { evidence: { ...evidenceOf(ground), isRemoteUntouched, fixes }, told };
      }),
  },
  {
    name: 'two clones race',
    expected: {
      ...mended,
      winnerCommits: 1,
      isRemoteOfWinner: true,
      isLoserKept: true,
      isLoserPublished: false,
    },
    told: { code: 5, reason: 'blocked/remote_advanced' },
    play: (ground) =>
      withRemote(ground, async (bare) => {
        const winner = createGround({ cloneOf: bare.dir });
        try {
          return await race(ground, winner, bare);
        } finally {
          winner.remove();
        }
      }),
  },
  {
    name: 'the branch goes to another repository than allowed',
    counterpart: 'source and pull request name different repositories',
    expected: { ...untouched, isRemoteUntouched: true, fixes: 0 },
    told: { code: 5, reason: 'MAGI_MISSING_AUTHORITY' },
    play: (ground) => refused(ground, 'fork/topic'),
  },
  {
    name: 'the branch goes to another ref than allowed',
    counterpart: 'a grant for another ref',
    expected: { ...untouched, isRemoteUntouched: true, fixes: 0 },
    told: { code: 5, reason: 'MAGI_MISSING_AUTHORITY' },
    play: (ground) => refused(ground, 'origin/other'),
  },
];

function loop(ground: Ground, ...more: readonly string[]) {
  return ground.magi(loopWith(reviewer(ground), fixer(ground), ...publishing, ...more));
}

async function withRemote<Played>(
  ground: Ground,
  play: (bare: DisposableRepository) => Promise<Played>,
): Promise<Played> {
  const bare = createRepository({ bare: true });
  try {
    ground.repository.git('remote', 'add', 'origin', bare.dir);
    ground.repository.git('push', '-q', 'origin', 'main', '--set-upstream', 'topic');
    return await play(bare);
  } finally {
    bare.remove();
  }
}

/** Another person pushes to the branch; returns what is there then. */
function pushedByOther(bare: DisposableRepository): string {
  const other = createGround({ cloneOf: bare.dir });
  try {
    const pushed = other.repository.commit('by another', { 'other.txt': 'other\n' });
    other.repository.git('push', '-q', 'origin', 'topic');
    return pushed;
  } finally {
    other.remove();
  }
}

function refused(ground: Ground, allowed: string) {
  return withRemote(ground, async (bare) => {
    const told = toldBy(await loop(ground, '--publish-to', allowed));
    const isRemoteUntouched = remoteTip(bare.dir) === ground.head;
    const fixes = ground.trace('fixes').length;
    return { evidence: { ...evidenceOf(ground), isRemoteUntouched, fixes }, told };
  });
}

/** The loser has converged and is about to publish when the winner does. */
async function race(loser: Ground, winner: Ground, bare: DisposableRepository) {
  const settings = markerReviewer(
    loser,
    `if [ "$(git show HEAD:marker.txt)" = fixed ]; then
      echo reviewed >> "$outside/converging"
      while [ -d "$outside" ] && [ ! -e "$outside/go" ]; do sleep 0.05; done
    fi`,
  );
  const running = loser.start(loopWith(settings, fixer(loser), ...publishing));
  await loser.awaitTrace('converging');
  await winner.magi(
    loopWith(reviewer(winner), fixer(winner, 'echo fixed > marker.txt; touch won'), ...publishing),
  );
  loser.signal('go');
  const told = toldBy(await running.result);
  return {
    evidence: {
      ...evidenceOf(loser),
      winnerCommits: commitsSince(winner, winner.head),
      isRemoteOfWinner: remoteTip(bare.dir) === tip(winner) && atTip(winner, 'won') === '',
      isLoserKept: hasObject(loser, tip(loser)),
      isLoserPublished: remoteTip(bare.dir) === tip(loser),
    },
    told,
  };
}
