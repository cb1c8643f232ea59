import type { Protocol } from '@magi/contracts';

/** Names a protocol gives to the three severities, each with further spellings its reviewers use. */
export function severities(
  critical: readonly string[],
  warning: readonly string[],
  info: readonly string[],
): Protocol['severities'] {
  return [named('critical', critical), named('warning', warning), named('info', info)];
}

function named(id: Protocol['severities'][number]['id'], names: readonly string[]) {
  const [label = id, ...aliases] = names;
  return { id, label, aliases };
}
