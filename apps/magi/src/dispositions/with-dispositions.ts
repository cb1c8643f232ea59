import type { Repository } from '@magi/change';
import { type Candidate, GroundOutput, type Json } from '@magi/contracts';
import { openEmbeddedLog } from '@magi/event-log';
import type { EffectHandler } from '../composition/effect-runner.ts';
import { carryOver } from './carry-over.ts';
import { readLedger, standing } from './ledger.ts';

/** What the ledger is read from. */
export interface LedgerDesk {
  readonly repository: Repository;
  /** State folder of the run. */
  readonly stateDir: string;
}

/**
 * Grounding that also hands each round what people have dismissed so far.
 *
 * The ledger is read anew in every round, so that what is dismissed while a run waits counts from
 * its next round on; the log keeps what the round was given.
 */
export function withDispositions(ground: EffectHandler, desk: LedgerDesk): EffectHandler {
  return {
    async run(request, context) {
      const output = GroundOutput.parse(await ground.run(request, context));
      const dispositions = await dispositionsFor(output.candidate, desk);
      return { ...output, dispositions: [...output.dispositions, ...dispositions] } as Json;
    },
  };
}

async function dispositionsFor(candidate: Candidate, { repository, stateDir }: LedgerDesk) {
  const log = await openEmbeddedLog({ dir: stateDir, readOnly: true });
  try {
    return await carryOver(standing(await readLedger(log)), candidate, repository);
  } finally {
    await log.close();
  }
}
