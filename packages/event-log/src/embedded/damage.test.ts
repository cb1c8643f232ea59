import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collect, event, events, upTo } from '../conformance/events.ts';
import { done, INIT, record } from '../conformance/recorded-run.ts';
import { readEntries } from '../entries/read-entries.ts';
import type { MaintainedLog } from '../maintained-log.ts';
import { createMemoryLog } from '../memory-log.ts';
import { verifyRun } from '../verify/verify-run.ts';
import { openEmbeddedLog } from './embedded-log.ts';

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'magi-damage-'));
});

afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('a write-ahead log that was cut off or altered', () => {
  it('leaves whole batches from the first on, in order (L1, L5)', async () => {
    const writer = await openEmbeddedLog({ dir });
    for (const batch of upTo(8)) await writer.append('run', events(5), (batch - 1) * 5);
    const database = readFileSync(join(dir, 'magi.db'));
    const wal = readFileSync(join(dir, 'magi.db-wal'));
    await fc.assert(
      fc.asyncProperty(fc.nat(wal.length - 1), fc.boolean(), async (offset, cut) => {
        const bytes = cut ? wal.subarray(0, offset) : flipped(wal, offset);
        await withCopy(database, bytes, async (log) => {
          const kept = (await collect(log.read('run'))).map(({ version }) => version);
          expect(kept).toEqual(upTo(kept.length));
          expect(kept.length % 5).toBe(0);
          const { problems } = await verifyRun(log, 'run');
          expect(problems.filter(({ kind }) => kind !== 'schema' && kept.length > 0)).toEqual([]);
        });
      }),
      { numRuns: 25 },
    );
    await writer.close();
  });
});

describe('a byte of the database that was flipped', () => {
  it('is pinpointed; the entries before it are read (L4)', async () => {
    const log = await openEmbeddedLog({ dir });
    await record(log, 'run', [INIT, done('one'), done('needle'), done('three')]);
    await log.close();
    flipInFile(join(dir, 'magi.db'), 'needle');
    const damaged = await openEmbeddedLog({ dir });
    const { ok, problems } = await verifyRun(damaged, 'run');
    expect({ ok, problems }).toMatchObject({ ok: false, problems: [{ kind: 'altered', seq: 2 }] });
    const read: number[] = [];
    const reading = async () => {
      for await (const { entry } of readEntries(damaged, 'run')) read.push(entry.seq);
    };
    await expect(reading()).rejects.toMatchObject({ code: 'MAGI_LOG_CORRUPT', exitCode: 5 });
    expect(read).toEqual([0, 1]);
    await damaged.close();
  });

  it('in the structure of the database is named, not thrown at random', async () => {
    const log = await openEmbeddedLog({ dir });
    await record(log, 'run', [INIT, ...upTo(200).map((n) => done(`result ${n}`))]);
    await log.close();
    const size = readFileSync(join(dir, 'magi.db')).length;
    truncateSync(join(dir, 'magi.db'), Math.floor(size / 2));
    const error = await openEmbeddedLog({ dir }).then(
      async (damaged) => {
        const { problems } = await verifyRun(damaged, 'run');
        await damaged.close();
        return problems.at(-1);
      },
      (thrown: { code: string }) => thrown,
    );
    expect(error).toSatisfy(
      (found: { code?: string; kind?: string }) =>
        found.code === 'MAGI_LOG_CORRUPT' ||
        found.kind === 'unreadable' ||
        found.kind === 'cut-off',
    );
  });
});

describe('the embedded and the memory log', () => {
  it('hold the same after the same appends and removals (L1, L4)', async () => {
    const streams = fc.constantFrom('a', 'b', 'ä');
    const steps = fc.array(
      fc.oneof(
        fc.record({ stream: streams, count: fc.integer({ min: 1, max: 3 }) }),
        fc.record({ stream: streams, remove: fc.constant(true) }),
      ),
      { maxLength: 12 },
    );
    const embedded = await openEmbeddedLog({ dir });
    const memory = createMemoryLog();
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        for (const step of all) await applyToBoth(embedded, memory, step);
        expect(await collect(embedded.readAll())).toEqual(await collect(memory.readAll()));
        expect(await collect(embedded.listStreams())).toEqual(await collect(memory.listStreams()));
      }),
      { numRuns: 25 },
    );
    await embedded.close();
  });
});

async function applyToBoth(
  one: MaintainedLog,
  other: MaintainedLog,
  step: { stream: string; count?: number; remove?: true },
): Promise<void> {
  const batch = upTo(step.count ?? 0).map((n) => event(JSON.stringify({ n })));
  for (const log of [one, other]) {
    if (step.remove) await log.deleteStream(step.stream);
    else await log.append(step.stream, batch, 'any');
  }
}

async function withCopy(
  database: Buffer,
  wal: Buffer,
  check: (log: MaintainedLog) => Promise<void>,
): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'magi-copy-'));
  writeFileSync(join(copy, 'magi.db'), database);
  writeFileSync(join(copy, 'magi.db-wal'), wal);
  const log = await openEmbeddedLog({ dir: copy });
  try {
    await check(log);
  } finally {
    await log.close();
    rmSync(copy, { recursive: true });
  }
}

function flipped(bytes: Buffer, offset: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[offset] = (copy[offset] ?? 0) ^ 0x10;
  return copy;
}

function flipInFile(file: string, text: string): void {
  copyFileSync(file, `${file}.copy`);
  const bytes = readFileSync(`${file}.copy`);
  writeFileSync(file, flipped(bytes, bytes.indexOf(text)));
}
