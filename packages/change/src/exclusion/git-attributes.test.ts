import { expect, it } from 'vitest';
import { readAttributes } from './git-attributes.ts';

it.each([
  ['*.ts gen', 'deep/folder/a.ts', true],
  ['*.ts gen', 'a.tsx', undefined],
  ['/a.ts gen', 'sub/a.ts', undefined],
  ['sub/*.ts gen', 'sub/a.ts', true],
  ['sub/*.ts gen', 'sub/deep/a.ts', undefined],
  ['sub/** gen', 'sub/deep/a.ts', true],
  ['**/sub/** gen', 'x/sub/deep/a.ts', true],
  ['"with space/*.ts" gen', 'with space/a.ts', true],
  ['*.ts -gen', 'a.ts', false],
  ['*.ts gen=true', 'a.ts', true],
  ['*.ts gen=false', 'a.ts', false],
  ['*.ts gen\na.ts !gen', 'a.ts', undefined],
  ['[attr]made gen -diff\n*.ts made', 'a.ts', true],
  ['# *.ts gen\n!*.ts gen', 'a.ts', undefined],
  ['{a,b}.ts gen', 'a.ts', undefined],
])('reads %j for %s as %s', (text, path, value) => {
  expect(readAttributes([{ folder: '', text }])(path, 'gen')).toBe(value);
});

it('lets the deeper file win, whatever the order', () => {
  const files = [
    { folder: 'sub', text: '*.ts -gen' },
    { folder: '', text: '*.ts gen' },
  ];
  const attribute = readAttributes(files);
  expect(attribute('sub/a.ts', 'gen')).toBe(false);
  expect(attribute('subway/a.ts', 'gen')).toBe(true);
});
