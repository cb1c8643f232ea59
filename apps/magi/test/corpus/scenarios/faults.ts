import { isAlive } from '@magi/agents/testing';
import { atTip, commitsSince, evidenceOf, leftOver, namesIn, onDisk, tip } from '../evidence.ts';
import { createGround, type Ground, type GroundOptions, toldBy } from '../ground.ts';
import { fixer, loopWith, reviewer } from '../programs.ts';
import type { Scenario } from '../scenario.ts';

const untouched = { commits: 0, marker: 'broken', isClean: true, leftOver: [] } as const;
const mended = { commits: 1, marker: 'fixed', isClean: true, leftOver: [] } as const;

/**
 * What was measured to go wrong in a loop of seed 002. Three more rows of that table are about kills
 * and stand under recovery.
 */
export const faultScenarios: readonly Scenario[] = [
  {
    name: 'the fixer changes nothing',
    expected: { ...untouched, fixes: 2 },
    told: { code: 3, reason: 'escalated/attempt_failed' },
    async play(ground) {
      const told = toldBy(await ground.magi(loopWith(reviewer(ground), fixer(ground, 'true'))));
      return { evidence: { ...evidenceOf(ground), fixes: ground.trace('fixes').length }, told };
    },
  },
  {
    name: 'fixer and reviewer crash',
    expected: { ...untouched, fixes: 2, reviewerCode: 5 },
    told: { code: 3, reason: 'escalated/attempt_failed' },
    async play(ground) {
      const told = toldBy(await ground.magi(loopWith(reviewer(ground), fixer(ground, 'exit 7'))));
      const fixes = ground.trace('fixes').length;
      const crash = await ground.magi(loopWith(reviewer(ground, 'kill -9 $$'), fixer(ground)));
      return { evidence: { ...evidenceOf(ground), fixes, reviewerCode: crash.code ?? -1 }, told };
    },
  },
  {
    name: 'dirty checkout, other branch, commit of a person in the middle of a fix',
    expected: {
      ...untouched,
      isClean: false,
      draft: 'draft',
      told: [
        'blocked/dirty_worktree',
        'blocked/candidate_integrity_failure',
        'blocked/candidate_integrity_failure',
      ],
      branch: 'main',
      switchedCommits: 0,
      personTip: 'by a person',
      personCommits: 1,
      allLeftOver: [],
    },
    told: { code: 5, reason: 'blocked/dirty_worktree' },
    async play(ground) {
      ground.repository.write({ 'draft.txt': 'draft\n' });
      const told = toldBy(await ground.magi(loopWith(reviewer(ground), fixer(ground))));
      const switched = await interfered('git -C "$repository" checkout -q main');
      const person = await interfered(
        'git -C "$repository" commit -q --allow-empty -m "by a person"',
      );
      return {
        evidence: {
          ...evidenceOf(ground),
          draft: onDisk(ground, 'draft.txt'),
          told: [told.reason, switched.told, person.told],
          branch: switched.branch,
          switchedCommits: switched.commits,
          personTip: person.subject,
          personCommits: person.commits,
          allLeftOver: [...switched.leftOver, ...person.leftOver],
        },
        told,
      };
    },
  },
  {
    name: 'the base moves in the middle of a loop',
    expected: { ...mended, hasMoved: true, reviews: 1 },
    told: { code: 5, reason: 'blocked/base_drift' },
    async play(ground) {
      const before = tip(ground, 'main');
      const moving = `
        new=$(git commit-tree -p main -m moved 'main^{tree}')
        git -C "$repository" update-ref refs/heads/main "$new"
        echo fixed > marker.txt`;
      const told = toldBy(await ground.magi(loopWith(reviewer(ground), fixer(ground, moving))));
      const hasMoved = tip(ground, 'main') !== before;
      return {
        evidence: { ...evidenceOf(ground), hasMoved, reviews: ground.trace('reviews').length },
        told,
      };
    },
  },
  {
    name: 'nothing is left behind after success',
    expected: { ...mended, folders: ['README.md', 'marker.txt'], worktrees: [] },
    told: { code: 0, reason: 'converged/accepted' },
    async play(ground) {
      const told = toldBy(await ground.magi(loopWith(reviewer(ground), fixer(ground))));
      const folders = ground.repository.git('ls-files', '--others', '--cached', '*.*').split('\n');
      return {
        evidence: {
          ...evidenceOf(ground),
          folders: folders.filter((name) => !name.startsWith('.magi/')),
          worktrees: namesIn(ground, '.git/worktrees'),
        },
        told,
      };
    },
  },
  {
    name: 'findings that go round in threes, ten attempts',
    expected: { ...untouched, commits: 3, marker: 'a' },
    told: { code: 3, reason: 'escalated/period' },
    play: () =>
      onWork({ work: { 'marker.txt': 'a\n' } }, async (own) => {
        const settings = reviewer(
          own,
          `m=$(git show HEAD:marker.txt); report "$(problem "has-$m" "problem $m" marker.txt 1)"`,
          { checks: { 'has-a': 'has_no_a', 'has-b': 'has_no_b', 'has-c': 'has_no_c' } },
        );
        const turning = 'tr abc bca < marker.txt > next && mv next marker.txt';
        const args = loopWith(settings, fixer(own, turning), '--max-attempts', '10');
        const told = toldBy(await own.magi(args));
        return { evidence: evidenceOf(own), told };
      }),
  },
  {
    name: 'the first finding is declined, the second can be mended',
    expected: { ...untouched, commits: 1, marker: '(none)', a: 'bad', b: 'good' },
    told: { code: 5, reason: 'blocked/operator_input_required' },
    play: () =>
      onWork({ work: { 'a.txt': 'bad\n', 'b.txt': 'bad\n' } }, async (own) => {
        const declining = `
          if grep -q '"file": "a.txt"' "$MAGI_WORK_ORDER"; then
            id=$(grep -B4 '"file": "a.txt"' "$MAGI_WORK_ORDER" | grep '"id"' | cut -d'"' -f4)
            echo "{\\"outcome\\":\\"no_change\\",\\"dispositions\\":[{\\"finding\\":\\"$id\\",\\"value\\":\\"declined\\",\\"reason\\":\\"by design\\"}]}"
          else echo good > b.txt; fi`;
        const told = toldBy(await own.magi(loopWith(badFiles(own), fixer(own, declining))));
        return {
          evidence: { ...evidenceOf(own), a: atTip(own, 'a.txt'), b: atTip(own, 'b.txt') },
          told,
        };
      }),
  },
  {
    name: 'five findings in five files, three attempts',
    expected: {
      marker: '(none)',
      isClean: true,
      leftOver: [],
      isWithinBudget: true,
      files: ['good', 'good', 'good', 'good', 'good'],
    },
    told: { code: 0, reason: 'converged/accepted' },
    play: () => {
      const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'];
      const work = Object.fromEntries(names.map((name) => [name, 'bad\n']));
      return onWork({ work }, async (own) => {
        const mending = `
          for f in $(grep -o '"file": "[a-e].txt"' "$MAGI_WORK_ORDER" | cut -d'"' -f4); do
            echo good > "$f"
          done`;
        const told = toldBy(await own.magi(loopWith(badFiles(own), fixer(own, mending))));
        const { commits, ...evidence } = evidenceOf(own);
        const isWithinBudget = Number(commits) >= 1 && Number(commits) <= 3;
        const files = names.map((name) => atTip(own, name));
        return { evidence: { ...evidence, isWithinBudget, files }, told };
      });
    },
  },
  {
    name: 'a validation that hangs',
    expected: { ...untouched, isEnded: true },
    told: { code: 5, reason: 'blocked/validation_unavailable' },
    async play(ground) {
      const hanging = ground.program(
        'validation',
        `echo $$ > '${ground.outside}/process'; sleep 600`,
      );
      const limit = ['--validate', hanging, '--validate-timeout', '1s'];
      const told = toldBy(await ground.magi(loopWith(reviewer(ground), fixer(ground), ...limit)));
      return {
        evidence: { ...evidenceOf(ground), isEnded: !isAlive(Number(ground.trace('process')[0])) },
        told,
      };
    },
  },
];

/** Reviewer that reports each file of `topic` that reads "bad". */
function badFiles(ground: Ground): string {
  return reviewer(
    ground,
    `
    found=''
    for f in $(git diff --name-only main topic); do
      [ "$(git show "HEAD:$f")" = bad ] || continue
      found="$found\${found:+,}$(problem bad-file "$f is bad" "$f" 1)"
    done
    report "$found"`,
  );
}

async function onWork<Played>(
  options: GroundOptions,
  play: (own: Ground) => Promise<Played>,
): Promise<Played> {
  const own = createGround(options);
  try {
    return await play(own);
  } finally {
    own.remove();
  }
}

/** A loop in whose first fix somebody does something to the checkout. */
async function interfered(what: string) {
  const own = createGround();
  try {
    const script = `${what}; echo fixed > marker.txt`;
    const { reason } = toldBy(await own.magi(loopWith(reviewer(own), fixer(own, script))));
    return {
      told: reason,
      branch: own.repository.git('symbolic-ref', '--short', 'HEAD'),
      subject: own.repository.git('log', '-1', '--format=%s', 'topic'),
      commits: commitsSince(own, own.head),
      leftOver: leftOver(own),
    };
  } finally {
    own.remove();
  }
}
