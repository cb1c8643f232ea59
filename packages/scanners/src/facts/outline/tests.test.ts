import { beforeAll, expect, it } from 'vitest';
import { scriptFile } from '../script-file.ts';
import { loadTypeScript } from '../typescript.ts';
import { outlineOf } from './outline.ts';

beforeAll(loadTypeScript);

it('finds tests below their suites, with what switches them', () => {
  const tests = testsIn(`
    describe('a', () => {
      describe.skip('b', () => {
        it('c', () => { expect(1).toBe(1); });
      });
      test.only('d', () => {});
      xit('e', () => {});
      it.todo('f');
    });
  `);
  expect(tests.map(({ path, modifiers }) => [path, ...modifiers])).toEqual([
    ['a > b > c', 'skip'],
    ['a > d', 'only'],
    ['a > e', 'skip'],
    ['a > f', 'todo'],
  ]);
});

it('counts the rows of a table', () => {
  const [test] = testsIn("it.each([[1], [2]])('keeps %s', (x) => { expect(x).toBe(x); });");
  expect(test).toMatchObject({ title: 'keeps %s', rows: 2 });
});

it('takes suites and hooks that hang on test for what they are', () => {
  const tests = testsIn(`
    test.describe('a', () => {
      test.beforeEach(() => {});
      test('b', () => {});
    });
  `);
  expect(tests.map((test) => test.path)).toEqual(['a > b']);
});

it('counts a chain of matchers once, and helpers that assert', () => {
  const [test] = testsIn(`
    it('a', async () => {
      await expect(load()).resolves.not.toBe(1);
      same(1, 2);
    });
    function same(a: number, b: number) { expect(a).toBe(b); }
  `);
  expect(
    test?.assertions.map(({ subject, matcher, expected }) => [subject, matcher, expected]),
  ).toEqual([
    ['load()', 'resolves.not.toBe', '1'],
    ['same(1, 2)', 'helper', ''],
  ]);
});

function testsIn(text: string) {
  return outlineOf(scriptFile('src/a.test.ts', text, 'ts', () => {})).tests;
}
