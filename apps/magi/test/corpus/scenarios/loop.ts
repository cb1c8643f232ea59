import { atTip, commitsSince, evidenceOf, tip } from '../evidence.ts';
import { type Ground, toldBy } from '../ground.ts';
import { fixer, loopWith, reviewer } from '../programs.ts';
import type { Scenario } from '../scenario.ts';

const untouched = { commits: 0, marker: 'broken', isClean: true, leftOver: [] } as const;
const mended = { commits: 1, marker: 'fixed', isClean: true, leftOver: [] } as const;

/** The course of a loop: convergence, budget, what the fixer declines or cannot do, validation. */
export const loopScenarios: readonly Scenario[] = [
  {
    name: 'clean at the start',
    expected: { ...mended, commits: 0, fixes: 0 },
    told: { code: 0, reason: 'converged/accepted' },
    async play(ground) {
      const head = ground.repository.commit('mend by hand', { 'marker.txt': 'fixed\n' });
      const told = toldBy(await ground.magi(loopWith(reviewer(ground), fixer(ground))));
      const fixes = ground.trace('fixes').length;
      return {
        evidence: { ...evidenceOf(ground), commits: commitsSince(ground, head), fixes },
        told,
      };
    },
  },
  {
    name: 'one fix',
    counterpart: 'fresh_subagent: each review is a process of its own, about the head of its round',
    expected: { ...mended, isFirstReviewOfStart: true, isLastReviewOfTip: true, reviewers: 2 },
    told: { code: 0, reason: 'converged/accepted' },
    async play(ground) {
      const told = toldBy(await ground.magi(loopWith(reviewer(ground), fixer(ground))));
      const reviews = ground.trace('reviews').map((line) => line.split(' '));
      return {
        evidence: {
          ...evidenceOf(ground),
          isFirstReviewOfStart: reviews.at(0)?.[1] === ground.head,
          isLastReviewOfTip: reviews.at(-1)?.[1] === tip(ground),
          reviewers: new Set(reviews.map(([process]) => process)).size,
        },
        told,
      };
    },
  },
  {
    name: 'a fix that never works, one attempt',
    expected: { ...untouched, commits: 1, marker: 'still broken 1' },
    told: { code: 6, reason: 'exhausted/budget_attempts' },
    play: (ground) =>
      played(ground, {
        fixer: 'echo "still broken $call" > marker.txt',
        more: ['--max-attempts', '1'],
      }),
  },
  {
    name: 'the finding is declined',
    expected: untouched,
    told: { code: 5, reason: 'blocked/operator_input_required' },
    play: (ground) => played(ground, { fixer: saying('declined', 'by design') }),
  },
  {
    name: 'a fix would go beyond the task',
    counterpart: 'scope_decision_required: the fixer names a decision that stands in its way',
    expected: untouched,
    told: { code: 3, reason: 'escalated/conflict' },
    play: (ground) =>
      played(ground, {
        fixer: `echo '${JSON.stringify({
          outcome: 'conflict',
          conflicts: [
            {
              key: 'marker_is_fixed',
              requiredProperty: 'the marker reads fixed',
              conflictsWith: 'the format of the marker is frozen',
              why: 'mending it would change the format',
              alternatives: [{ text: 'change the format', satisfies: true }],
            },
          ],
        })}'`,
      }),
  },
  {
    name: 'validation cannot be run',
    expected: untouched,
    told: { code: 5, reason: 'blocked/validation_unavailable' },
    play: (ground) => played(ground, { more: ['--validate', './no-such-program'] }),
  },
  {
    name: 'validation fails and nobody can mend it',
    expected: { ...untouched, flag: '(none)' },
    told: { code: 6, reason: 'exhausted/current_candidate_validation_failure' },
    async play(ground) {
      const { evidence, told } = await played(ground, {
        fixer: 'exit 1',
        more: ['--validate', 'test -e flag.txt'],
      });
      return { evidence: { ...evidence, flag: atTip(ground, 'flag.txt') }, told };
    },
  },
  {
    name: 'validation fails and can be mended',
    expected: { ...mended, flag: 'repaired' },
    told: { code: 0, reason: 'converged/accepted' },
    async play(ground) {
      const { evidence, told } = await played(ground, {
        fixer: 'echo repaired > flag.txt; echo fixed > marker.txt',
        more: ['--validate', 'test -e flag.txt'],
      });
      return { evidence: { ...evidence, flag: atTip(ground, 'flag.txt') }, told };
    },
  },
];

async function played(
  ground: Ground,
  options: { readonly fixer?: string; readonly more?: readonly string[] },
) {
  const args = loopWith(reviewer(ground), fixer(ground, options.fixer), ...(options.more ?? []));
  const told = toldBy(await ground.magi(args));
  return { evidence: evidenceOf(ground), told };
}

/** A fixer that changes nothing and says the same of every finding of its work order. */
function saying(value: string, reason: string): string {
  return `
    ids=$(grep -o '"id": "[0-9a-f]\\{12,\\}"' "$MAGI_WORK_ORDER" | cut -d'"' -f4 | sort -u)
    said=''
    for id in $ids; do said="$said\${said:+,}{\\"finding\\":\\"$id\\",\\"value\\":\\"${value}\\",\\"reason\\":\\"${reason}\\"}"; done
    echo "{\\"outcome\\":\\"no_change\\",\\"dispositions\\":[$said]}"`;
}
