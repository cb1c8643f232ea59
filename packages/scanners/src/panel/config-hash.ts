import type { PanelInput } from './choose-panel.ts';
import type { Library } from './library.ts';
import { digestOf } from './read-persona.ts';

/** Digest of all that decides who reviews and by which rules; the order of keys does not matter. */
export function configHashOf(input: PanelInput, library: Library): string {
  const { config, protocol, scanners } = input;
  const personas = [...library.personas].map(([id, persona]) => [id, persona.digest]);
  return digestOf(
    canonical({ config, protocol, scanners: scanners ?? null, personas, routing: library.routing }),
  );
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
