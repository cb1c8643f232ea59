import { expect, it } from 'vitest';
import { changedSource } from '../change/source.ts';
import { candidateOf } from '../testing/index.ts';
import { neutralised } from './neutralise.ts';

it('takes the effect of directives on added lines and keeps every length', () => {
  const base = '// eslint-disable-next-line no-eval\neval(a);\n';
  const head = `${base}eval(b); // oxlint-disable-line no-eval\n/* eslint no-eval: "off" */\n`;
  const text = neutralise(base, head);
  expect(text).toHaveLength(head.length);
  expect(text.split('\n').slice(0, 2)).toEqual(base.split('\n').slice(0, 2));
  expect(text).not.toMatch(/oxlint-disable|eslint no-eval:/);
});

it('leaves texts without directives alone', () => {
  expect(neutralise('a\n', 'a\nb\n')).toBe('a\nb\n');
});

function neutralise(base: string, head: string): string {
  const [file] = candidateOf({ base: { 'a.ts': base }, head: { 'a.ts': head } }).files;
  if (file === undefined) throw new Error('nothing changed');
  return neutralised(changedSource(file, { base, head }));
}
