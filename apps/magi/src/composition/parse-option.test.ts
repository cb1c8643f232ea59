import { describe, expect, test } from 'vitest';
import { parsePort } from './parse-option.ts';

describe('a port as an option', () => {
  test.each(['0', '80', '65535'])('takes %s', (text) => {
    expect(parsePort(text)).toBe(Number(text));
  });

  test.each(['65536', '99999999', '-1', '80.5', 'http', ''])(
    'refuses "%s" and says why',
    (text) => {
      expect(() => parsePort(text)).toThrow(/It has to be/);
    },
  );
});
