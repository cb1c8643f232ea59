import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Entry, Protocol, Review, ScannerSpec } from '@magi/contracts';
import { replay, replayEach } from '@magi/engine/replay';
import {
  aCandidate,
  aCompletedReview,
  aScanner,
  entriesIn,
  playRun,
  type Script,
} from '@magi/engine/testing';
import { describe, expect, it } from 'vitest';
import { protocols } from './registry.ts';

/** `missing` adds what is not there; `all` makes all anew, which is for unreleased versions only. */
const recording = process.env.MAGI_RECORD_GOLDEN;

describe.each(protocols().map((protocol) => [protocol.id, protocol] as const))(
  'the recorded run of %s',
  (id, protocol) => {
    const file = new URL(`${id}/recorded-run.magi.jsonl`, import.meta.url);

    if (recording === 'all' || (recording === 'missing' && !existsSync(file))) {
      it('is recorded', async () => {
        const { exported } = await playRun(
          script(),
          { protocol, goal: 'Mend the parser' },
          { run: id },
        );
        writeFileSync(file, exported);
      });
    }

    it('gives the states it gave when it was recorded', () => {
      const entries = read(file);
      replayEach(entries, (entry, after) => {
        if (entry.note?.type === 'finished') expect(after.stateHash).toBe(entry.note.stateHash);
      });
      expect(replay(entries).view.terminal?.outcome).toBe('converged');
    });

    it('was made under the declaration as it is', () => {
      const { protocol: used } = replay(read(file)).view.context.input;
      expect(used).toEqual(JSON.parse(JSON.stringify(protocol)) as Protocol);
    });
  },
);

/** Three scanners; one finds two problems, of which the first fix mends one. */
function script(): Script {
  const panel = ['core', 'security', 'performance'].map((id) => aScanner(id));
  return {
    ground: ({ round, expectedHead }) => ({
      candidate: aCandidate({ head: round === 1 ? 'head1' : (expectedHead ?? 'head1') }),
      panel: [aScanner('core', { checks: ['is_simple', 'is_tested'] }), ...panel.slice(1)],
      configHash: '0'.repeat(64),
      dispositions: [],
    }),
    scan: ({ round, scanner, candidate }) => {
      const failing = scanner.id === 'core' ? ['is_simple', 'is_tested'].slice(round - 1) : [];
      return reviewOf(scanner, candidate, failing);
    },
  };
}

function reviewOf(
  scanner: ScannerSpec,
  candidate: ReturnType<typeof aCandidate>,
  failing: readonly string[],
): Review {
  return { ...aCompletedReview(scanner, candidate, failing), cost: { calls: 1, durationMs: 10 } };
}

function read(file: URL): readonly Entry[] {
  return entriesIn(readFileSync(file, 'utf8'));
}
