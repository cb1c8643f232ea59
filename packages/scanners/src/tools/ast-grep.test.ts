import { parse } from '@ast-grep/napi';
import { expect, it } from 'vitest';
import { allChecks } from '../builtin/find-check.ts';
import { matchPatterns, readPatterns } from './ast-grep.ts';

it('places what a pattern finds on lines counted from one', () => {
  const root = parse('TypeScript', 'const a = 1;\nf(\n  eval(a),\n);\n').root();
  const problem = { rule: 'eval', severity: 'critical' as const, message: 'evaluated' };
  const hits = matchPatterns(root, [{ ...problem, pattern: { pattern: 'eval($A)' } }]);
  expect(hits).toEqual([{ ...problem, line: 3, endLine: 3 }]);
});

it('names the package that is missing for a language', async () => {
  const blob = { path: 'a.go', text: 'package a\n', limit: null, side: 'head' as const };
  await expect(readPatterns({ ...blob, language: 'go' }, allChecks)).resolves.toEqual({
    limit: 'not analysed',
    missingTool: '@ast-grep/lang-go is not installed',
  });
});

it('says nothing about languages without a package', async () => {
  const blob = { path: 'a.swift', text: 'let a = 1\n', limit: null, side: 'head' as const };
  await expect(readPatterns({ ...blob, language: 'swift' }, allChecks)).resolves.toEqual({});
});
