import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConstraintsFile, ReviewFeedback, StateBlock } from '@magi/contracts';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureBuilt, magi } from './cli.ts';
import { faultyProject } from './projects.ts';

let project: ReturnType<typeof faultyProject>;
beforeAll(ensureBuilt, 120_000);
beforeEach(() => {
  project = faultyProject();
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
