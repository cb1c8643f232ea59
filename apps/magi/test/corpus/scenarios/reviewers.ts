import { evidenceOf, onDisk, tip } from '../evidence.ts';
import { type Ground, toldBy } from '../ground.ts';
import { fixer, loopWith, markerReviewer, reviewer } from '../programs.ts';
import type { Scenario } from '../scenario.ts';

const untouched = { commits: 0, marker: 'broken', isClean: true, leftOver: [] } as const;
const mended = { commits: 1, marker: 'fixed', isClean: true, leftOver: [] } as const;

/** Reviewers that write, refuse, answer another question or are not there. */
export const reviewerScenarios: readonly Scenario[] = [
  {
    name: 'a reviewer writes a file',
    expected: { ...untouched, isClean: false, stray: 'stray', fixes: 0 },
    told: { code: 5, reason: 'blocked/reviewer_integrity_failure' },
    async play(ground) {
      const settings = markerReviewer(ground, 'echo stray > stray.txt');
      const told = toldBy(await ground.magi(loopWith(settings, fixer(ground))));
      const stray = onDisk(ground, 'stray.txt');
      const fixes = ground.trace('fixes').length;
      return { evidence: { ...evidenceOf(ground), stray, fixes }, told };
    },
  },
  {
    name: 'an unrelated branch moves during a review',
    expected: { ...mended, hasMoved: true },
    told: { code: 0, reason: 'converged/accepted' },
    async play(ground) {
      ground.repository.git('branch', 'other', 'main');
      const settings = markerReviewer(ground, 'git update-ref refs/heads/other refs/heads/topic');
      const told = toldBy(await ground.magi(loopWith(settings, fixer(ground))));
      return {
        evidence: { ...evidenceOf(ground), hasMoved: tip(ground, 'other') === tip(ground) },
        told,
      };
    },
  },
  {
    name: 'the reviewer says that it is blocked',
    counterpart: 'missing_capability: the tool itself says that it did not succeed',
    expected: untouched,
    told: { code: 5, reason: 'blocked/review_incomplete' },
    async play(ground) {
      const settings = reviewer(
        ground,
        `printf '{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"marker"}},"invocations":[{"executionSuccessful":false}],"results":[]}]}'`,
      );
      const told = toldBy(await ground.magi(loopWith(settings, fixer(ground))));
      return { evidence: evidenceOf(ground), told };
    },
  },
  {
    name: 'the review is bound to something else',
    counterpart: 'an answer to another task, as an agent would give that remembers the last one',
    expected: untouched,
    told: { code: 5, reason: 'blocked/review_unusable' },
    async play(ground) {
      const answer = {
        checks: { is_good: true },
        findings: [],
        findings_count: 0,
        verdict: 'ACCEPT',
      };
      const agent = ground.program(
        'agent',
        `cat > /dev/null; echo '${JSON.stringify({ answer_id: '000000000000', answer })}'`,
      );
      const told = await withAgent(ground, agent, ['--scanners', 'robot']);
      return { evidence: evidenceOf(ground), told };
    },
  },
  {
    name: 'a reviewer that is asked for is not there',
    counterpart: 'no fresh subagent and no override: the agent of a reviewer is not installed',
    expected: untouched,
    told: { code: 4, reason: 'blocked/review_incomplete' },
    async play(ground) {
      const missing = `${ground.outside}/no-such-agent`;
      const told = await withAgent(ground, missing, ['--scanners', 'robot']);
      return { evidence: evidenceOf(ground), told };
    },
  },
  {
    name: 'a reviewer that is not there is left out by the user',
    counterpart: 'in_agent_override: --offline is the user saying that the others will do',
    expected: mended,
    told: { code: 0, reason: 'converged/accepted' },
    async play(ground) {
      const told = await withAgent(ground, `${ground.outside}/no-such-agent`, ['--offline']);
      return { evidence: evidenceOf(ground), told };
    },
  },
];

/** A loop with the reviewer of the marker and one that is an agent. */
async function withAgent(ground: Ground, program: string, more: readonly string[] = []) {
  const settings = reviewer(ground, undefined, {
    agents: { robot: { kind: 'command', command: [program], home: 'throwaway' } },
    reviewers: [{ id: 'robot', persona: 'personas/team.json', agent: 'robot' }],
    scanners: { disable: builtin },
    sandbox: 'off',
  });
  const fixed = ['--fixer', fixer(ground)];
  const args = ['run', '--json', '--protocol', 'review-fix-loop', '--config', settings, ...fixed];
  return toldBy(await ground.magi([...args, ...more]));
}

const builtin = [
  'core',
  'critic',
  'pedant',
  'performance',
  'refactoring',
  'security',
  'security-reviewer',
  'silent-failure-hunter',
  'team',
  'witness',
];
