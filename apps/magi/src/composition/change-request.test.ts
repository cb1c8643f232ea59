import { describe, expect, it } from 'vitest';
import { changeRequest, type RequestFlags } from './change-request.ts';

describe('changeRequest', () => {
  it.each<[string, Partial<RequestFlags>, object]>([
    ['nothing', {}, { mode: 'worktree' }],
    ['a base', { base: 'main' }, { mode: 'worktree', base: 'main' }],
    ['a commit', { commit: 'HEAD' }, { mode: 'commit', rev: 'HEAD' }],
    ['a range', { base: 'a', head: 'b' }, { mode: 'range', base: 'a', head: 'b' }],
    ['the index', { staged: true }, { mode: 'staged' }],
    ['files', { files: ['a.ts'] }, { mode: 'files', paths: ['sub/a.ts'] }],
  ])('understands %s', (_what, flags, request) => {
    expect(given(flags)).toEqual(request);
  });

  it.each<[Partial<RequestFlags>, string]>([
    [{ commit: 'a', staged: true }, '--commit and --staged exclude each other.'],
    [{ commit: 'a', base: 'b' }, '--base and --commit exclude each other.'],
    [{ head: 'a' }, '--head needs --base'],
    [{ head: 'a', base: 'b', files: ['c'] }, '--head and files exclude each other.'],
  ])('refuses %j', (flags, message) => {
    expect(() => given(flags)).toThrow(message);
  });
});

function given(flags: Partial<RequestFlags>) {
  return changeRequest({ files: [], ...flags }, { root: '/r', cwd: '/r/sub' });
}
