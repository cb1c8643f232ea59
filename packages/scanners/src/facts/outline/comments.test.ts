import { beforeAll, expect, it } from 'vitest';
import { scriptFile } from '../script-file.ts';
import { loadTypeScript } from '../typescript.ts';
import { commentsOf } from './comments.ts';

beforeAll(loadTypeScript);

it('takes no comment sign in strings, templates, patterns and JSX text for a comment', () => {
  const text = [
    "const a = 'http://x'; // one",
    'const b = `// ${a /* two */} // no`;',
    'const c = /\\/\\*no/;',
    'const d = <a href="//x">// no {/* three */}</a>;',
    'type E = `//${string}`;',
  ].join('\n');
  expect(texts(text, 'tsx')).toEqual(['one', 'two', 'three']);
});

it('joins the lines of a block comment', () => {
  expect(texts('/**\n * First,\n *   second.\n */\nexport const a = 1;\n')).toEqual([
    'First, second.',
  ]);
});

it('tells kinds apart', () => {
  const text = [
    '// Copyright 2020',
    '// TODO: later',
    '// eslint-disable-next-line x',
    '/** Doc. */',
    '// plain',
    'export {};',
  ].join('\n');
  const kinds = commentsIn(text).map(({ kind }) => kind);
  expect(kinds).toEqual(['licence', 'marker', 'directive', 'doc', 'plain']);
});

it('knows the code line that follows', () => {
  const [comment] = commentsIn('// about a\n\n// more\nexport const a = 1;\n');
  expect(comment?.next).toBe('export const a = 1;');
});

function commentsIn(text: string, language: 'ts' | 'tsx' = 'ts') {
  return commentsOf(scriptFile(`a.${language}`, text, language, () => {}));
}

function texts(text: string, language: 'ts' | 'tsx' = 'ts') {
  return commentsIn(text, language).map((comment) => comment.text);
}
