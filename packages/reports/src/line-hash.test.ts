import { describe, expect, it } from 'vitest';
import { lineHashes } from './line-hash.ts';

// Expected values are those that GitHub's own upload step computes for the same texts.
describe('lineHashes', () => {
  it('hashes an empty file as one line', () => {
    expect(lineHashes('')).toEqual(['c129715d7a2bc9a3:1']);
  });

  it('leaves out spaces and tabs and does not pad the hexadecimal number', () => {
    expect(lineHashes(' a\nb\n  \t\tc\n d')).toEqual([
      '271789c17abda88f:1',
      '54703d4cd895b18:1',
      '180aee12dab6264:1',
      'a23a3dc5e078b07b:1',
    ]);
  });

  it.each(['\n', '\r', '\r\n'])('gives the same hashes whatever ends the lines', (end) => {
    const text = [' hello; \t', 'world!!!', '', '', '  \t\tGreetings', ' End', ''].join(end);
    expect(lineHashes(text)).toEqual([
      'e9496ae3ebfced30:1',
      'fb7c023a8b9ccb3f:1',
      'ce8ba1a563dcdaca:1',
      'e20e36e16fcb0cc8:1',
      'b3edc88f2938467e:1',
      'c8e28b0b4002a3a0:1',
      'c129715d7a2bc9a3:1',
    ]);
  });

  it('counts lines whose hashes are equal', () => {
    const hashes = lineHashes('Lorem ipsum dolor sit amet.\n'.repeat(10));
    expect(hashes.slice(0, 7)).toEqual([
      'a7f2ff13bc495cf2:1',
      'a7f2ff13bc495cf2:2',
      'a7f2ff13bc495cf2:3',
      'a7f2ff13bc495cf2:4',
      'a7f2ff13bc495cf2:5',
      'a7f2ff13bc495cf2:6',
      'a7f2ff1481e87703:1',
    ]);
  });
});
