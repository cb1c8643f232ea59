import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MaintainedLog } from '../maintained-log.ts';
import { loadDriver } from './driver.ts';
import { openEmbeddedLog } from './embedded-log.ts';

const LEASE_MS = 60_000;

let dir: string;
let log: MaintainedLog;
let nowMs: number;
const warnings: string[] = [];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'magi-network-'));
  nowMs = 1_000_000;
  const warn = (message: string) => warnings.push(message);
  log = await openEmbeddedLog({ dir, onNetwork: true, now: () => nowMs, warn });
});

afterEach(async () => {
  await log.close();
  rmSync(dir, { recursive: true });
});

it('says that the folder is on a network file system', () => {
  expect(warnings.at(-1)).toMatch(/is on a network file system/);
});

it('leaves a lease with an owner on another host until its time is up (L6)', async () => {
  await givenALeaseFromAnotherHost();
  expect(await log.holder('run')).toMatchObject({ owner: 'ann', host: 'elsewhere' });
  expect(await log.acquire('run', 'bob', LEASE_MS)).toBeNull();
  nowMs += LEASE_MS;
  expect(await log.holder('run')).toBeNull();
  expect(await log.acquire('run', 'bob', LEASE_MS)).toMatchObject({ owner: 'bob', epoch: 2 });
});

/** A lock of another host may be invisible here: only the row tells of it. */
async function givenALeaseFromAnotherHost(): Promise<void> {
  const elsewhere = await openEmbeddedLog({ dir, onNetwork: true, now: () => nowMs });
  await elsewhere.acquire('run', 'ann', LEASE_MS);
  await elsewhere.close();
  const database = (await loadDriver()).open(join(dir, 'magi.db'), { busyMs: 1000 });
  database.exec(`UPDATE leases SET host = 'elsewhere'`);
  database.close();
}
