import { readFileSync } from 'node:fs';
import { joinText } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import { builtinScanners } from '../builtin/registry.ts';

const forbidden = /\b(?:I am|As a|My role|Your goal|You are|Please|Thank you)\b/i;

describe.each(builtinScanners.map((scanner) => [scanner.id, scanner] as const))(
  '%s',
  (id, scanner) => {
    const text = readFileSync(new URL(`../../personas/${id}.json`, import.meta.url), 'utf8');
    const { mandate, checklist } = scanner.persona;

    it('is written with two blanks of indentation and one newline at its end', () => {
      expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
    });

    it('starts its mandate with MANDATE: and speaks of nobody', () => {
      expect(joinText(mandate)).toMatch(/^MANDATE:/);
      expect(text).not.toMatch(forbidden);
    });

    it('joins its texts without gluing words together', () => {
      for (const part of [mandate, ...Object.values(checklist)]) {
        for (const element of (typeof part === 'string' ? [] : part).slice(0, -1)) {
          expect(element).toMatch(/[ .,!?;:]$/);
        }
      }
    });

    it('lists every check that its folder decides', () => {
      const keys = Object.keys(checklist);
      expect(
        scanner.checks.map((check) => check.id).filter((check) => !keys.includes(check)),
      ).toEqual([]);
    });
  },
);

it('has no check twice under different analyses', () => {
  const all = new Set(builtinScanners.flatMap((scanner) => scanner.checks));
  const ids = [...all].flatMap((check) => [check.id, ...(check.aliases ?? [])]);
  expect(ids.length).toBe(new Set(ids).size);
});
