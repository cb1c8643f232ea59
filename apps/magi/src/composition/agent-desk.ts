import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createBreakerRegistry,
  createRunBudget,
  profileLimits,
  type RunBudget,
} from '@magi/agents';
import { integrityOf, type Repository } from '@magi/change';
import {
  type AgentProfile,
  type Cost,
  MagiError,
  type MergeWordingInput,
  type MergeWordingOutput,
  type Protocol,
  type Review,
  type ScanContext,
  type ScanInput,
  type ScannerSpec,
  type Synthesizer,
} from '@magi/contracts';
import { asksAgent } from '../agents/asks-agent.ts';
import { systemClock } from './clock.ts';
import type { RunSettings } from './run-settings.ts';

/** What the agents of a run work with. */
export interface AgentDeskOptions {
  readonly repository: Repository;
  readonly protocol: Protocol;
  readonly settings: RunSettings;
  readonly env: NodeJS.ProcessEnv;
  /** Keeps bytes beside the log and returns their SHA-256. */
  readonly keepBlob: (bytes: Uint8Array) => Promise<string>;
}

/** What the log knows of a run before its agents are asked. */
export interface RunSoFar {
  /** Members of the panel that have not answered yet. */
  readonly waiting: readonly ScannerSpec[];
  readonly costs: Readonly<Record<string, Cost>>;
}

/** The agents of one run: they share its budget and one breaker for each provider. */
export interface AgentDesk {
  /** Reads, once, what the run has used so far; a resumed run goes on with the rest of its budget. */
  open(soFar: () => Promise<RunSoFar>): Promise<void>;
  scan(input: ScanInput, context: ScanContext): Promise<Review>;
  mergeWording(input: MergeWordingInput, signal: AbortSignal): Promise<MergeWordingOutput>;
  /** The fixer that a configured agent is; asks for its part of the budget when it is at work. */
  fixer(agent: string): Synthesizer;
}

const WORDING_TIMEOUT_MS = 120_000;

/** Prepares the desk; nobody is asked and nothing is started. */
export function createAgentDesk(options: AgentDeskOptions): AgentDesk {
  const { repository, protocol, settings, env, keepBlob } = options;
  const breaker = createBreakerRegistry({ clock: systemClock });
  const { fresh = false, samples = 1 } = settings;
  const sandbox = settings.config.sandbox ?? 'auto';
  let budget: Promise<RunBudget> | null = null;
  const budgetOf = (soFar: () => Promise<RunSoFar>): Promise<RunBudget> => {
    budget ??= soFar().then((known) => runBudget(protocol, known));
    return budget;
  };
  const nothingYet = async (): Promise<RunSoFar> => ({ waiting: [], costs: {} });
  return {
    async open(soFar) {
      await budgetOf(soFar);
    },
    async scan(input, context) {
      const { createAgentScanner } = await import('../agents/askers.ts');
      return createAgentScanner(input.scanner, {
        profile: profileOf(String(input.scanner.options?.agent ?? ''), settings, input.scanner.id),
        mandate: String(input.scanner.options?.mandate ?? ''),
        budget: await budgetOf(nothingYet),
        breaker,
        sandbox,
        env,
        fresh,
        samples,
        integrity: () => checkoutDigest(repository),
        keepRawAnswer: keepBlob,
      }).scan(input, context);
    },
    fixer(agent) {
      const profile = profileOf(agent, settings, 'the fixer');
      const { timeoutMs } = protocol.fix;
      return {
        id: `agent:${agent}`,
        async fix(input, context) {
          const meter = (await budgetOf(nothingYet)).meterOf('synthesis', profileLimits(profile));
          try {
            const { agentFixer } = await import('../agents/askers.ts');
            return await agentFixer({
              name: agent,
              profile,
              budget: meter,
              breaker,
              sandbox,
              env,
              ...(timeoutMs !== undefined && { timeoutMs }),
            }).fix(input, context);
          } finally {
            meter.close();
          }
        },
      };
    },
    async mergeWording(input, signal) {
      const { wording } = settings.config;
      if (wording === undefined) return { messages: {} };
      const { mergeWordings } = await import('../agents/askers.ts');
      const cwd = await mkdtemp(join(tmpdir(), 'magi-wording-'));
      try {
        return await mergeWordings(input, {
          profile: profileOf(wording, settings, 'wording'),
          cwd,
          limits: { timeoutMs: WORDING_TIMEOUT_MS },
          budget: (await budgetOf(nothingYet)).meterOf('wording'),
          breaker,
          sandbox,
          signal,
          env,
        });
      } finally {
        await rm(cwd, { recursive: true, force: true });
      }
    },
  };
}

/** Every agent that is still to answer has a share that the others cannot take. */
function runBudget({ budget }: Protocol, { waiting, costs }: RunSoFar): RunBudget {
  const { calls, tokens, usd } = budget;
  const scanners = waiting.filter(({ kind }) => asksAgent(kind)).map(({ id }) => id);
  const spent = Object.values(costs).reduce<Cost>(
    (sum, cost) => ({
      calls: (sum.calls ?? 0) + (cost.calls ?? 0),
      inputTokens: (sum.inputTokens ?? 0) + (cost.inputTokens ?? 0),
      outputTokens: (sum.outputTokens ?? 0) + (cost.outputTokens ?? 0),
      usd: (sum.usd ?? 0) + (cost.usd ?? 0),
    }),
    {},
  );
  return createRunBudget({ limits: { calls, tokens, usd }, scanners, clock: systemClock, spent });
}

/** What an agent must leave alone; branches that others move meanwhile are none of it. */
async function checkoutDigest(repository: Repository): Promise<string> {
  const { head, refs, index, worktree, configuration } = await integrityOf(repository);
  return JSON.stringify([head, refs[head] ?? null, index, worktree, configuration]);
}

function profileOf(name: string, { config }: RunSettings, asker: string): AgentProfile {
  const profile = config.agents?.[name];
  if (profile !== undefined) return profile;
  throw new MagiError(
    'MAGI_AGENT_UNKNOWN',
    `${asker} asks the agent "${name}", which is not configured.`,
    { hint: 'Describe it under "agents" in the configuration.', exitCode: 4 },
  );
}
