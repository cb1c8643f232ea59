import { createBreakerRegistry, createRunBudget } from '@magi/agents';
import { integrityOf, type Repository } from '@magi/change';
import {
  type AgentProfile,
  MagiError,
  type Protocol,
  type Review,
  SarifSource,
  type ScanContext,
  type ScanInput,
} from '@magi/contracts';
import { createAgentScanner, createSarifScanner, createScannerPool } from '@magi/scanners';
import { systemClock } from './clock.ts';
import type { RunSettings } from './run-settings.ts';
import { sarifText } from './sarif-text.ts';

/** Hands each scan to what can do it. */
export interface ScanDispatch {
  scan(input: ScanInput, context: ScanContext): Promise<Review>;
  close(): Promise<void>;
}

/** What scanners of all kinds need of the outside. */
export interface ScanDispatchOptions {
  readonly repository: Repository;
  readonly protocol: Protocol;
  readonly settings: RunSettings;
  readonly workerUrl: URL;
  readonly env: NodeJS.ProcessEnv;
}

/** Built-in scanners share a worker thread; agents share the budget of the run and its breakers. */
export function createScanDispatch(options: ScanDispatchOptions): ScanDispatch {
  const pool = createScannerPool({ mode: 'worker', workerUrl: options.workerUrl });
  const askAgent = agentScans(options);
  const importReport = reportScans(options);
  return {
    scan(input, context) {
      switch (input.scanner.kind) {
        case 'builtin':
          return pool.scan(input, context);
        case 'command':
        case 'acp':
        case 'api':
          return askAgent(input, context);
        case 'sarif':
          return importReport(input, context);
        case 'human':
          throw new MagiError(
            'MAGI_SCANNER_KIND',
            `Nothing here runs ${input.scanner.kind} scanners.`,
          );
      }
    },
    close: () => pool.close(),
  };
}

/** Reports of other tools, read or made anew for each scan. */
function reportScans({ repository, env }: ScanDispatchOptions) {
  const readText = sarifText(repository.root, env);
  return (input: ScanInput, context: ScanContext): Promise<Review> => {
    const source = SarifSource.parse(input.scanner.options?.source);
    return createSarifScanner(input.scanner, source, readText).scan(input, context);
  };
}

function agentScans({ repository, protocol, settings, env }: ScanDispatchOptions) {
  const breaker = createBreakerRegistry({ clock: systemClock });
  const { calls, tokens, usd } = protocol.budget;
  const budget = createRunBudget({
    limits: { calls, tokens, usd },
    scanners: [],
    clock: systemClock,
  });
  return (input: ScanInput, context: ScanContext): Promise<Review> =>
    createAgentScanner(input.scanner, {
      profile: profileOf(input, settings),
      mandate: String(input.scanner.options?.mandate ?? ''),
      budget,
      breaker,
      sandbox: settings.config.sandbox ?? 'auto',
      env,
      integrity: () => checkoutDigest(repository),
    }).scan(input, context);
}

/** What an agent must leave alone; branches that others move meanwhile are none of it. */
async function checkoutDigest(repository: Repository): Promise<string> {
  const { head, refs, index, worktree, configuration } = await integrityOf(repository);
  return JSON.stringify([head, refs[head] ?? null, index, worktree, configuration]);
}

function profileOf({ scanner }: ScanInput, { config }: RunSettings): AgentProfile {
  const name = String(scanner.options?.agent ?? '');
  const profile = config.agents?.[name];
  if (profile !== undefined) return profile;
  throw new MagiError(
    'MAGI_AGENT_UNKNOWN',
    `${scanner.id} asks the agent "${name}", which is not configured.`,
    {
      hint: 'Describe it under "agents" in the configuration.',
      exitCode: 4,
    },
  );
}
