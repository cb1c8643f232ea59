import { type AgentProfile, type MagiConfig, MagiError } from '@magi/contracts';
import type { PipelineSpec } from '@magi/protocols';

/** What a specification makes of a run. */
export interface PipelineStart {
  readonly config: MagiConfig;
  readonly goal: string;
  readonly fixer: string;
  readonly scanners: readonly string[];
}

/** Names under which the agents of a specification join the configuration of the run. */
const WORKER = 'spec-worker';
const REVIEWER = 'spec-reviewer';

/**
 * Seats worker and reviewer of a specification.
 *
 * A worker is `builtin`, `command:PROGRAM` or a configured agent; a reviewer is a configured agent,
 * with the checklist of a persona, or a scanner by its id. A `model` replaces that of the agent.
 * What they are told becomes the goal of the run.
 *
 * @param given what the command line says; it wins
 * @throws `MAGI_AGENT_UNKNOWN`, exit 4
 */
export function pipelineStart(
  { description, worker, reviewer }: PipelineSpec,
  config: MagiConfig,
  given: { readonly fixer?: string; readonly scanners?: readonly string[] },
): PipelineStart {
  const agents = config.agents ?? {};
  const known = agents[reviewer.agent];
  const isOwnFixer = worker.agent === 'builtin' || worker.agent.startsWith('command:');
  const needsWorker = given.fixer === undefined && !isOwnFixer;
  const working = needsWorker ? profileOf(worker.agent, agents) : undefined;
  const isAgent = given.scanners === undefined && known !== undefined;
  return {
    config: {
      ...config,
      agents: {
        ...agents,
        ...(working && { [WORKER]: withModel(working, worker.model) }),
        ...(isAgent && { [REVIEWER]: withModel(known, reviewer.model) }),
      },
      ...(isAgent && {
        reviewers: [
          ...(config.reviewers ?? []),
          { id: REVIEWER, persona: reviewer.persona ?? 'core', agent: REVIEWER },
        ],
      }),
    },
    goal: goalOf(description, worker.prompt, reviewer.prompt),
    fixer: given.fixer ?? (isOwnFixer ? worker.agent : `agent:${WORKER}`),
    scanners: given.scanners ?? [isAgent ? REVIEWER : reviewer.agent],
  };
}

function profileOf(name: string, agents: Readonly<Record<string, AgentProfile>>): AgentProfile {
  const profile = agents[name];
  if (profile !== undefined) return profile;
  throw new MagiError(
    'MAGI_AGENT_UNKNOWN',
    `The worker is the agent "${name}", which is not configured.`,
    {
      exitCode: 4,
      hint: 'Describe it under "agents" in the configuration, or say --fixer builtin or command:PROGRAM.',
    },
  );
}

function withModel(profile: AgentProfile, model: string | undefined): AgentProfile {
  return model === undefined ? profile : { ...profile, model };
}

function goalOf(...[description, work, review]: readonly (string | undefined)[]): string {
  return [description, work, review && `The review: ${review}`]
    .filter((part) => part !== undefined && part.trim() !== '')
    .join('\n');
}
