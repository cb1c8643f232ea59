import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRepository, type DisposableRepository } from '@magi/change/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, magi } from './cli.ts';

beforeAll(ensureBuilt, 120_000);

describe('the payload for a forge', { timeout: 60_000 }, () => {
  it('puts every comment inside a hunk, over renames, deletions and CRLF', async () => {
    const project = awkwardProject();
    await magi(project.dir, ['review', '--commit', 'HEAD', '--reporter', 'github-review=out.json']);
    const { comments }: { comments: Comment[] } = JSON.parse(
      readFileSync(join(project.dir, 'out.json'), 'utf8'),
    );
    const commentable = commentableLines(project);
    project.remove();
    expect(comments.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['src/crlf.ts', 'src/new-name.ts']),
    );
    for (const { path, side, line, start_line = line } of comments) {
      for (let number = start_line; number <= line; number += 1) {
        expect(commentable).toContain(`${path} ${side} ${number}`);
      }
    }
  });
});

interface Comment {
  readonly path: string;
  readonly side: 'LEFT' | 'RIGHT';
  readonly line: number;
  readonly start_line?: number;
}

/** Places of a diff with three lines of context, as a forge shows it. */
function commentableLines(project: DisposableRepository): Set<string> {
  const places = new Set<string>();
  let path = '';
  let [left, right] = [0, 0];
  for (const line of project.git('diff', '-M', 'HEAD^', 'HEAD').split('\n')) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line);
    if (line.startsWith('--- a/')) path = line.slice('--- a/'.length);
    else if (line.startsWith('+++ b/')) path = line.slice('+++ b/'.length);
    else if (hunk !== null) [left, right] = [Number(hunk[1]), Number(hunk[2])];
    else if (line.startsWith('-')) places.add(`${path} LEFT ${left++}`);
    else if (line.startsWith('+')) places.add(`${path} RIGHT ${right++}`);
    else if (line.startsWith(' ')) {
      places.add(`${path} LEFT ${left++}`);
      places.add(`${path} RIGHT ${right++}`);
    }
  }
  return places;
}

function awkwardProject(): DisposableRepository {
  const lines = Array.from({ length: 30 }, (_, index) => `export const value${index} = ${index};`);
  const evil = 'export const run = (text: string) => eval(text);';
  const test =
    "import { it } from 'vitest';\nit('works', () => { if (1 > 2) throw new Error('no'); });\n";
  const project = createRepository({
    files: {
      'package.json': '{ "name": "sample", "type": "module" }\n',
      'src/crlf.ts': `${lines.join('\r\n')}\r\n`,
      'src/old-name.ts': `${lines.join('\n')}\n`,
      'src/gone.test.ts': test,
    },
  });
  const changed = [...lines.slice(0, 15), evil, ...lines.slice(15)];
  project.write({ 'src/old-name.ts': null, 'src/gone.test.ts': null });
  project.commit('awkward', {
    'src/crlf.ts': `${changed.join('\r\n')}\r\n`,
    'src/new-name.ts': `${changed.join('\n')}\n`,
  });
  return project;
}
