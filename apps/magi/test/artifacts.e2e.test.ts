import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ConstraintsFile, ReviewFeedback, StateBlock } from '@magi/contracts';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureBuilt, magi } from './cli.ts';
import { faultyProject } from './projects.ts';

let project: ReturnType<typeof faultyProject>;
beforeAll(ensureBuilt, 120_000);
beforeEach(() => {
  project = faultyProject();
  // Verdicts of an earlier round are no part of a change: whoever commits them is asked about it.
  project.write({ '.git/info/exclude': 'out\n' });
});
afterEach(() => project.remove());

describe('the files of the protocol', { timeout: 60_000 }, () => {
  it('are written into the folder of --artifacts in their published form', async () => {
    await magi(project.dir, ['review', '--commit', 'HEAD', '--artifacts', 'out']);
    const files = readdirSync(join(project.dir, 'out')).sort();
    expect(files).toEqual([
      'constraints.magi.json',
      'review_feedback_core_scanner.json',
      'review_feedback_performance_scanner.json',
      'review_feedback_security_scanner.json',
      'review_state.magi.json',
    ]);
    const state = StateBlock.parse(read('out/review_state.magi.json'));
    expect(state).toMatchObject({ verdict: 'REJECT', iteration: 1, next_stage: 'SYNTHESIS' });
    expect(ConstraintsFile.parse(read('out/constraints.magi.json')).constraints).not.toEqual([]);
    const feedback = ReviewFeedback.parse(read('out/review_feedback_security_scanner.json'));
    expect(feedback.verdict).toBe('REJECT');
  });

  it('take the place of those of an earlier round', async () => {
    await magi(project.dir, ['review', '--commit', 'HEAD', '--artifacts', 'out']);
    project.commit('harmless', { 'src/two.ts': '/** Two. */\nexport const two = 2;\n' });
    await magi(project.dir, ['review', '--commit', 'HEAD', '--artifacts', 'out']);
    expect(existsSync(join(project.dir, 'out/constraints.magi.json'))).toBe(false);
    expect(StateBlock.parse(read('out/review_state.magi.json')).verdict).toBe('ACCEPT');
  });

  it.each([
    ['review-fix', ['phases', 'state.json']],
    ['revise', ['CHECK.md', 'REVIEWS.md']],
    ['review-fix-loop', ['checkpoint.json', 'terminal-result.json']],
    ['pipeline', ['pipeline-state.json', 'pipeline.txt', 'verdict-1.txt']],
  ])('are those of the protocol %s when the run follows it', async (protocol, files) => {
    const args = ['review', '--commit', 'HEAD', '--protocol', protocol, '--artifacts', 'out'];
    const { stderr } = await magi(project.dir, args);
    expect([readdirSync(join(project.dir, 'out')).sort(), stderr]).toEqual([
      files,
      expect.not.stringContaining('magi:'),
    ]);
  });

  it('are not removed through a link that leads elsewhere', async () => {
    project.write({ 'phases/review-9/r1-critic.json': '{}' });
    mkdirSync(join(project.dir, 'out'));
    symlinkSync(join(project.dir, 'phases'), join(project.dir, 'out/phases'));
    const args = ['review', '--commit', 'HEAD', '--protocol', 'review-fix', '--artifacts', 'out'];
    const { code } = await magi(project.dir, args);
    expect([code, readdirSync(join(project.dir, 'phases'))]).toEqual([2, ['review-9']]);
    expect(existsSync(join(project.dir, 'phases/review-9/r1-critic.json'))).toBe(true);
  });

  it('go where a project file says', async () => {
    const spec = {
      goal: 'Run what the request says',
      target_files: ['src/list.ts'],
      environment: { temp_directory: '.temp/magi' },
      active_protocol: 'MAGI',
    };
    writeFileSync(join(project.dir, 'project.magi.json'), JSON.stringify(spec));
    await magi(project.dir, ['review', '--commit', 'HEAD']);
    expect(StateBlock.parse(read('.temp/magi/review_state.magi.json')).verdict).toBe('REJECT');
  });
});

function read(path: string): unknown {
  return JSON.parse(readFileSync(join(project.dir, path), 'utf8'));
}
