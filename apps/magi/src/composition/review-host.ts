import { join } from 'node:path';
import { createRedactor } from '@magi/agents';
import { openSnapshot, type Repository } from '@magi/change';
import type { Candidate, EffectRunner, Protocol, Snapshot } from '@magi/contracts';
import { withDispositions } from '../dispositions/with-dispositions.ts';
import { type Grounded, groundEffect } from '../effects/ground.ts';
import { guardedScan } from '../effects/guarded-scan.ts';
import { scanEffect } from '../effects/scan.ts';
import { type AgentDesk, createAgentDesk } from './agent-desk.ts';
import { createEffectRunner, type EffectHandlers } from './effect-runner.ts';
import type { RunSettings } from './run-settings.ts';
import { blobKeeper } from './run-so-far.ts';
import { createScanDispatch } from './scan-dispatch.ts';
import { withAgents } from './with-agents.ts';

/** What the effects of a review work with. */
export interface ReviewHostOptions {
  readonly repository: Repository;
  readonly protocol: Protocol;
  readonly settings: RunSettings;
  /** State folder, for derived facts. */
  readonly stateDir: string;
  readonly workerUrl: URL;
  readonly env: NodeJS.ProcessEnv;
  /** Candidate and panel of the first round, when the command has looked already. */
  readonly first: Grounded | null;
  /** Handlers of further kinds of work, which may need the agents of the run. */
  readonly more?: (agents: AgentDesk) => EffectHandlers;
}

/** The outside of a run: what does its work, and what has to be let go of at its end. */
export interface ReviewHost {
  readonly runner: EffectRunner;
  readonly redact: (text: string) => string;
  close(): Promise<void>;
}

/** Puts together what a review needs of the outside; nothing is started before it is asked for. */
export function createReviewHost(options: ReviewHostOptions): ReviewHost {
  const { repository, protocol, settings, stateDir, env } = options;
  const agents = createAgentDesk({ ...options, keepBlob: blobKeeper(stateDir) });
  const dispatch = createScanDispatch({ ...options, agents });
  const snapshots = new Map<string, Promise<Snapshot>>();
  const snapshotOf = (candidate: Candidate): Promise<Snapshot> => {
    const key = `${candidate.base.tree}:${candidate.head.tree}`;
    const snapshot = snapshots.get(key) ?? openSnapshot(repository, candidate);
    snapshots.set(key, snapshot);
    return snapshot;
  };
  const scan = scanEffect({
    scan: dispatch.scan,
    snapshotOf,
    cacheDir: join(stateDir, 'facts'),
  });
  const ground = groundEffect({ repository, protocol, settings }, options.first);
  const { place } = settings;
  const more = options.more?.(agents) ?? {};
  return {
    runner: createEffectRunner({
      ...more,
      ground: withDispositions(ground, { repository, stateDir }),
      ...withAgents(agents, {
        settings,
        stateDir,
        scan: place === undefined ? scan : guardedScan(scan, { repository, branch: place.branch }),
        fix: more.fix,
      }),
    }),
    redact: createRedactor(env),
    async close() {
      await dispatch.close();
      for (const snapshot of snapshots.values()) await (await snapshot).dispose();
    },
  };
}
