import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { evidenceOf, hasObject, tip, trailer } from '../evidence.ts';
import { type Ground, toldBy } from '../ground.ts';
import { fixer, fixerThatHangsOn, loopWith, reviewer } from '../programs.ts';
import type { Scenario } from '../scenario.ts';

const untouched = { commits: 0, marker: 'broken', isClean: true } as const;
const mended = { commits: 1, marker: 'fixed', isClean: true, leftOver: [] } as const;

/** Runs that are killed and gone on with; a record that somebody altered. */
export const recoveryScenarios: readonly Scenario[] = [
  {
    name: 'the record of the run was altered',
    counterpart: 'tampered checkpoint: here the log is the checkpoint',
    expected: { ...untouched, leftOver: ['worktree', 'branch'], fixes: 1 },
    told: { code: 5, reason: 'MAGI_LOG_CORRUPT' },
    async play(ground) {
      const running = ground.start(loopWith(reviewer(ground), fixerThatHangsOn(ground, 1)));
      await ground.awaitTrace('hanging');
      // A run that is asked to stop closes its log; a killed one would leave it in two files.
      running.child.kill('SIGTERM');
      await running.result;
      ground.signal('go');
      alter(join(ground.repository.dir, '.git/magi/magi.db'), 'the marker is wrong');
      const told = toldBy(await ground.magi(['resume', 'last', '--json']));
      return { evidence: { ...evidenceOf(ground), fixes: ground.trace('fixes').length }, told };
    },
  },
  {
    name: 'a kill between commit and promotion',
    counterpart:
      'here the commit is not made again but taken up: the one that was there is promoted',
    expected: { ...mended, isSameCommit: true, wasThere: true, fixes: 1 },
    told: { code: 0, reason: 'converged/accepted' },
    async play(ground) {
      const validation = ground.program(
        'validation',
        `[ "$(cat marker.txt)" = fixed ] || exit 0
         echo started >> '${ground.outside}/hanging'
         while [ -d '${ground.outside}' ] && [ ! -e '${ground.outside}/go' ]; do sleep 0.05; done`,
      );
      const args = loopWith(reviewer(ground), fixer(ground), '--validate', validation);
      await killed(ground, args);
      const [made = ''] = ground.repository
        .git('for-each-ref', '--format=%(objectname)', 'refs/heads/magi')
        .split('\n');
      const wasThere = hasObject(ground, made) && made !== ground.head;
      const told = toldBy(await ground.magi(['resume', 'last', '--json']));
      const isSameCommit = tip(ground) === made;
      const fixes = ground.trace('fixes').length;
      return { evidence: { ...evidenceOf(ground), isSameCommit, wasThere, fixes }, told };
    },
  },
  {
    name: 'one failed attempt, a kill, a resume: counted once',
    expected: { ...mended, attempt: '2', fixes: 3 },
    told: { code: 0, reason: 'converged/accepted' },
    async play(ground) {
      const failing = '[ "$call" = 1 ] && exit 1';
      const args = loopWith(reviewer(ground), fixerThatHangsOn(ground, 2, failing));
      await killed(ground, [...args, '--max-attempts', '2']);
      return resumed(ground);
    },
  },
  {
    name: 'two failed attempts, a kill, a resume: the third attempt is still there',
    expected: { ...mended, attempt: '3', fixes: 4 },
    told: { code: 0, reason: 'converged/accepted' },
    async play(ground) {
      const settings = reviewer(ground, undefined, {
        overrides: { budget: { attemptFailuresInRow: 5 } },
      });
      const failing = '[ "$call" -le 2 ] && exit 1';
      await killed(ground, loopWith(settings, fixerThatHangsOn(ground, 3, failing)));
      return resumed(ground);
    },
  },
  {
    name: 'the same command again after a kill',
    expected: { ...mended, leftOver: ['worktree', 'branch'], offersResume: true },
    told: { code: 0, reason: 'converged/accepted' },
    async play(ground) {
      const args = loopWith(reviewer(ground), fixerThatHangsOn(ground, 1));
      await killed(ground, args);
      const again = await ground.magi(args);
      const [, run = ''] = /magi resume (\S+)/.exec(again.stderr) ?? [];
      const attempts = join(ground.repository.dir, '.git/magi/attempts');
      const offersResume = readdirSync(attempts).includes(run);
      return { evidence: { ...evidenceOf(ground), offersResume }, told: toldBy(again) };
    },
  },
];

/** Starts a loop, waits until one of its programs hangs, kills it and lets the program go. */
async function killed(ground: Ground, args: readonly string[]): Promise<void> {
  const running = ground.start(args);
  await ground.awaitTrace('hanging');
  running.child.kill('SIGKILL');
  await running.result;
  ground.signal('go');
}

async function resumed(ground: Ground) {
  const told = toldBy(await ground.magi(['resume', 'last', '--json']));
  const attempt = trailer(ground, 'Magi-Attempt');
  const fixes = ground.trace('fixes').length;
  return { evidence: { ...evidenceOf(ground), attempt, fixes }, told };
}

/** Changes one letter of a text wherever a file has it. */
function alter(file: string, text: string): void {
  const bytes = readFileSync(file);
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) {
    bytes[at] = (bytes[at] ?? 0) ^ 1;
  }
  writeFileSync(file, bytes);
}
