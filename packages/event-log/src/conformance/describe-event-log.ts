import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventLog } from '@magi/contracts';
import { afterEach, beforeEach, describe } from 'vitest';
import { appendLaws } from './append-laws.ts';
import { blobLaws } from './blob-laws.ts';
import { leaseLaws } from './lease-laws.ts';
import { readLaws } from './read-laws.ts';
import { sharedLaws } from './shared-laws.ts';
import { snapshotLaws } from './snapshot-laws.ts';
import { tailLaws } from './tail-laws.ts';

/** Far beyond what any law needs: a busy machine decides nothing. */
const TIMEOUT_MS = 60_000;

/** What an adapter says of itself; the suite never knows an adapter by name. */
export interface LogCapabilities {
  /** Opening the same place twice gives two handles on one log, also after all were closed. */
  readonly sharesPlace: boolean;
  /** When a lease that was not released falls to another owner. */
  readonly takeover: 'when-time-is-up' | 'when-owner-is-dead';
}

/** The log under test, and more handles on the same place. */
export interface Subject {
  readonly log: EventLog;
  readonly capabilities: LogCapabilities;
  /** Another handle on the same log. */
  another(): Promise<EventLog>;
}

/**
 * Registers the laws that every adapter of the port keeps.
 *
 * @param open opens the log that belongs to a place: an existing empty folder, another one in each
 * test; an adapter that needs none may ignore it
 */
export function describeEventLog(
  name: string,
  open: (place: string) => Promise<EventLog>,
  capabilities: LogCapabilities,
): void {
  describe(name, { timeout: TIMEOUT_MS }, () => {
    let place: string;
    let handles: EventLog[];

    async function another(): Promise<EventLog> {
      const log = await open(place);
      handles.push(log);
      return log;
    }

    beforeEach(() => {
      place = mkdtempSync(join(tmpdir(), 'magi-conformance-'));
      handles = [];
    });

    afterEach(async () => {
      for (const log of handles) await log.close();
      rmSync(place, { recursive: true, force: true });
    });

    const subject = async (): Promise<Subject> => ({ log: await another(), capabilities, another });
    appendLaws(subject);
    readLaws(subject);
    tailLaws(subject);
    snapshotLaws(subject);
    blobLaws(subject);
    leaseLaws(subject, capabilities);
    if (capabilities.sharesPlace) sharedLaws(subject);
  });
}
