import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type DetectedAgent, detectAgents, probeAgent } from '@magi/agents';
import type { AgentProfile, MagiConfig } from '@magi/contracts';
import { systemClock } from '../composition/clock.ts';

/** One agent, configured or only known, and how it stands on this machine. */
export interface SurveyedAgent {
  readonly name: string;
  readonly isConfigured: boolean;
  readonly kind: AgentProfile['kind'] | null;
  /** Program, or provider and model. */
  readonly what: string;
  /** Null for a model behind an API: there is nothing to install. */
  readonly installed: boolean | null;
  readonly version: string | null;
  /** Name of the environment variable whose key would be used. */
  readonly key: string | null;
  readonly answers: DetectedAgent['answers'];
  /** What asks it: reviewers by persona, `fixer`, `wording`. */
  readonly usedBy: readonly string[];
  /** What is missing, and how to mend it. */
  readonly problem: string | null;
}

export interface SurveyOptions {
  readonly config: MagiConfig;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** Asks each agent that is there one short question; that may cost money. */
  readonly ask: boolean;
}

/** Agents of the configuration first, then known ones that it does not name. */
export async function surveyAgents(options: SurveyOptions): Promise<readonly SurveyedAgent[]> {
  const { config, env, signal } = options;
  const detected = await detectAgents({ env, signal, clock: systemClock });
  const names = Object.keys(config.agents ?? {}).sort();
  const configured = await Promise.all(names.map((name) => surveyOne(name, options, detected)));
  const used = new Set(configured.map(({ what }) => what));
  const known = detected
    .filter(({ name }) => !names.includes(name) && !used.has(name))
    .map(
      ({ name, title, installed, version, key, answers, problem }): SurveyedAgent => ({
        name,
        isConfigured: false,
        kind: null,
        what: title,
        installed,
        version,
        key,
        answers,
        usedBy: [],
        problem: problem ?? null,
      }),
    );
  return [...configured, ...known];
}

async function surveyOne(
  name: string,
  options: SurveyOptions,
  detected: readonly DetectedAgent[],
): Promise<SurveyedAgent> {
  const profile = options.config.agents?.[name] as AgentProfile;
  const { env, ask } = options;
  const found = profile.kind === 'api' ? ofModel(profile, env) : ofProgram(profile, env, detected);
  const agent = {
    name,
    isConfigured: true,
    kind: profile.kind,
    usedBy: usersOf(name, options.config),
    answers: 'not_asked',
    ...found,
  } as const;
  return found.problem === null && ask
    ? { ...agent, ...(await question(profile, options)) }
    : agent;
}

type Standing = Pick<SurveyedAgent, 'what' | 'installed' | 'version' | 'key' | 'problem'>;

const providerKeys: Readonly<Record<string, string>> = {
  anthropic: 'ANTHROPIC_API_KEY',
  openai: 'OPENAI_API_KEY',
  google: 'GEMINI_API_KEY',
  'openai-compatible': 'OPENAI_API_KEY',
};

function ofModel(
  { provider, model, baseUrl, apiKeyEnv }: Extract<AgentProfile, { kind: 'api' }>,
  env: NodeJS.ProcessEnv,
): Standing {
  const keyName = apiKeyEnv ?? providerKeys[provider] ?? '';
  const hasKey = (env[keyName] ?? '') !== '';
  // A server of one's own may need no key.
  const isMissing = !hasKey && (baseUrl === undefined || apiKeyEnv !== undefined);
  return {
    what: `${provider} ${model}`,
    installed: null,
    version: null,
    key: hasKey ? keyName : null,
    problem: isMissing ? `no key: set ${keyName} in the environment` : null,
  };
}

function ofProgram(
  { command, preset, env: pass = [] }: Exclude<AgentProfile, { kind: 'api' }>,
  env: NodeJS.ProcessEnv,
  detected: readonly DetectedAgent[],
): Standing {
  const [program = ''] = command;
  const known = detected.find(({ name }) => name === preset);
  const installed = isProgram(program, env.PATH ?? '');
  const hint = known?.problem ?? 'install it, or correct "command" in the configuration';
  return {
    what: program,
    installed,
    version: installed ? (known?.version ?? null) : null,
    key: known?.key ?? pass.find((name) => (env[name] ?? '') !== '') ?? null,
    problem: installed ? null : `"${program}" is not on PATH: ${hint}`,
  };
}

function isProgram(name: string, path: string): boolean {
  const places = name.includes('/') ? [name] : path.split(delimiter).map((dir) => join(dir, name));
  return places.some((place) => {
    try {
      accessSync(place, constants.X_OK);
      return statSync(place).isFile();
    } catch {
      return false;
    }
  });
}

function usersOf(name: string, { reviewers = [], fixer, wording }: MagiConfig): readonly string[] {
  return [
    ...reviewers.filter(({ agent }) => agent === name).map(({ persona }) => persona),
    ...(fixer === `agent:${name}` ? ['fixer'] : []),
    ...(wording === name ? ['wording'] : []),
  ];
}

async function question(
  profile: AgentProfile,
  { env, signal, config }: SurveyOptions,
): Promise<Pick<SurveyedAgent, 'answers' | 'problem'>> {
  const sandbox = config.sandbox ?? 'auto';
  const problem = await probeAgent(profile, { env, signal, clock: systemClock, sandbox });
  return { answers: problem === null ? 'yes' : 'no', problem };
}
