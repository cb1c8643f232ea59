import { GsdIssueBlock } from '@magi/contracts';
import { playRun } from '@magi/engine/testing';
import { describe, expect, it } from 'vitest';
import { artifactsOf } from '../artifacts.ts';
import {
  filesOf,
  inputFor,
  mendedOnce,
  place,
  textsOf,
  withConflict,
} from '../testing/artifact-runs.ts';
import { readConflictSlot } from './conflict-slot.ts';
import { revise } from './declaration.ts';
import { readCheckerReturn } from './issue-block.ts';

describe('the files of revise (seed 001)', () => {
  it('tell every check and the newest revision', async () => {
    const files = await filesOf(revise, mendedOnce);
    expect(Object.keys(files).sort()).toEqual(['CHECK.md', 'REVIEWS.md', 'REVISION.md']);
    expect(files['CHECK.md']).toMatch(/^## VERIFICATION PASSED\n/);
    expect(files['CHECK.md']).toMatch(/\nCYCLE_SUMMARY: current_high=0 current_actionable=0\n$/);
    expect(files['REVISION.md']).toMatch(/^## REVISION COMPLETE\n\nIssues addressed: 1\/1\n/);
    const first = files['REVIEWS.md']?.split('# Check 1\n')[1]?.split('# Check 2\n')[0] ?? '';
    const read = readCheckerReturn(first);
    expect(read.ok && GsdIssueBlock.parse(read.value).issues).toMatchObject([
      { plan: 'src/a.ts', dimension: 'critic_is_fine', severity: 'blocker' },
    ]);
  });

  it('keep a conflict open until a person has settled it, whatever reviewers write', async () => {
    const { end } = await playRun(withConflict, inputFor(revise));
    const parked = textsOf(artifactsOf(end.view, { place }).write);
    const slot = readConflictSlot(parked['REVIEWS.md'] ?? '');
    expect(slot.ok && slot.value.open).toMatchObject([
      { id: 'critic_is_fine/phase', requiredProperty: 'it is fast', alternatives: 'cache | all' },
    ]);
    expect(parked['REVISION.md']).toMatch(/^## REVISION_CONFLICT\n/);
    expect(parked['REVISION.md']).toContain('| critic_is_fine | cache \\| all | yes |  |');
  });

  it.each([
    ['issues without a block', '## ISSUES FOUND\n', 'no-block'],
    ['neither marker', 'All good.\n', 'no-marker'],
    ['both markers', '## ISSUES FOUND\n## VERIFICATION PASSED\n', 'both-markers'],
    ['a block that is no YAML', '## ISSUES FOUND\n```yaml\nissues: [\n```\n', 'not-yaml'],
    ['an issue without a severity', block('## ISSUES FOUND', ''), 'wrong-shape'],
    ['a pass beside a blocker', block('## VERIFICATION PASSED', 'severity: blocker'), 'disagrees'],
    ['found nothing that counts', block('## ISSUES FOUND', 'severity: info'), 'disagrees'],
  ])('are not read when they have %s', (_, text, kind) => {
    expect(readCheckerReturn(text)).toMatchObject({ ok: false, error: { kind } });
  });
});

function block(marker: string, severity: string): string {
  const lines = ['issues:', '  - dimension: d', '    description: x', `    ${severity}`];
  return [marker, '', '```yaml', ...lines, '```', ''].join('\n');
}
