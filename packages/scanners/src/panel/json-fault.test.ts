import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findJsonFault } from './json-fault.ts';

it('finds no fault in any JSON', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(findJsonFault(text)).toBeNull();
    }),
  );
});

it('finds a fault wherever the language finds one', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 2 }), fc.nat(), fc.string(), (text, at, noise) => {
      const broken =
        text.slice(0, at % (text.length + 1)) + noise + text.slice(at % (text.length + 1));
      expect(findJsonFault(broken) === null).toBe(isJson(broken));
    }),
  );
});

it('names line, column and reason', () => {
  expect(findJsonFault('{\n  "role": "x",\n}')).toEqual({
    line: 3,
    column: 1,
    reason: 'a comma before "}" is not allowed',
  });
  expect(findJsonFault('{\n  "role" "x"\n}')).toEqual({
    line: 2,
    column: 10,
    reason: 'expected ":" after the name',
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
