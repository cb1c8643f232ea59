import { isDeepStrictEqual } from 'node:util';
import { createGround, type Ground } from './ground.ts';
import type { Evidence, Scenario } from './scenario.ts';

/** What came of one scenario: it passed when there are no differences. */
export interface Grade {
  readonly name: string;
  readonly differences: readonly string[];
}

/** Plays a scenario on fresh ground and compares what git shows with what it must show. */
export async function grade(
  scenario: Scenario,
  prepare: (ground: Ground) => Ground = (ground) => ground,
): Promise<Grade> {
  const ground = createGround();
  try {
    const { evidence, told } = await scenario.play(prepare(ground));
    return {
      name: scenario.name,
      differences: [
        ...differences(scenario.expected, evidence),
        ...differences({ ...scenario.told }, { ...told }),
      ],
    };
  } finally {
    ground.remove();
  }
}

/** Every fact that is not as it must be, in words; a fact that nobody expected is one, too. */
function differences(
  expected: Readonly<Record<string, unknown>>,
  found: Evidence | Readonly<Record<string, unknown>>,
): readonly string[] {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort();
  return names
    .filter((name) => !isDeepStrictEqual(expected[name], found[name]))
    .map((name) => `${name}: expected ${show(expected[name])}, found ${show(found[name])}`);
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
