import { type MagiConfig, MagiError, type Protocol } from '@magi/contracts';
import { findProtocol, protocols } from '@magi/protocols';
import { didYouMean } from './suggest.ts';

/**
 * The protocol of a run, with the overrides of the project laid over it.
 *
 * Protocols of the configuration come before the shipped ones of the same name.
 *
 * @throws `MAGI_PROTOCOL_UNKNOWN`, exit 2
 */
export function chooseProtocol(config: MagiConfig, wanted: string | undefined): Protocol {
  const id = wanted ?? config.protocol ?? 'magi';
  const own = config.protocols ?? [];
  const protocol = own.find((candidate) => candidate.id === id) ?? findProtocol(id);
  if (protocol === undefined || protocol === null) {
    const known = [...new Set([...own, ...protocols()].map((candidate) => candidate.id))].sort();
    throw new MagiError(
      'MAGI_PROTOCOL_UNKNOWN',
      `There is no protocol "${id}".${didYouMean(id, known)}`,
      { hint: `Known are ${known.join(', ')}.`, exitCode: 2 },
    );
  }
  const { merge, gate, budget } = config.overrides ?? {};
  return {
    ...protocol,
    ...(merge !== undefined && { merge }),
    gate: { ...protocol.gate, ...defined(gate) },
    budget: { ...protocol.budget, ...defined(budget) },
  } as Protocol;
}

/** Leaves out members that were not given, so that they override nothing. */
function defined<Part extends object>(part: Part | undefined): Partial<Part> {
  return Object.fromEntries(
    Object.entries(part ?? {}).filter(([, value]) => value !== undefined),
  ) as Partial<Part>;
}
