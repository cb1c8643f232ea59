import type { Clock } from '@magi/contracts';
import { agentEnvironment } from './cage/environment.ts';
import { programExists } from './cage/prepare-cage.ts';
import type { SandboxPolicy } from './cage/sandbox.ts';
import { createScratch } from './cage/throwaway-home.ts';
import type { AgentPreset } from './presets/preset.ts';
import { presets, readyProfile } from './presets/presets.ts';
import { probeAgent } from './probe-agent.ts';
import { runProgram } from './process/run-program.ts';

/** What is known of one agent on this machine. */
export interface DetectedAgent {
  readonly name: string;
  readonly title: string;
  readonly installed: boolean;
  /** As the program prints it; null when it is not installed or did not answer in time. */
  readonly version: string | null;
  /** Transports that can be used: the protocol may need a program of its own. */
  readonly kinds: readonly ('command' | 'acp')[];
  /** Name of the environment variable whose key would be used; null: the user's login is needed. */
  readonly key: string | null;
  /** Whether it answered a question; asked only on demand, since that costs money. */
  readonly answers: 'yes' | 'no' | 'not_asked';
  /** What is missing, and how to mend it. */
  readonly problem?: string;
}

export interface DetectOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Asks every installed agent one short question. */
  readonly ask?: boolean;
  readonly sandbox?: SandboxPolicy;
}

/** Looks for the known agents: installed, version and, on demand, whether they answer. */
export async function detectAgents(options: DetectOptions): Promise<readonly DetectedAgent[]> {
  return Promise.all(presets().map((preset) => detect(preset, options)));
}

async function detect(preset: AgentPreset, options: DetectOptions): Promise<DetectedAgent> {
  const { env } = options;
  const installed = programExists(preset.program, env.PATH ?? '');
  const acpProgram = preset.acp?.command[0];
  const found: DetectedAgent = {
    name: preset.name,
    title: preset.title,
    installed,
    version: installed ? await versionOf(preset, options) : null,
    kinds: [
      ...(installed ? (['command'] as const) : []),
      ...(acpProgram && programExists(acpProgram, env.PATH ?? '') ? (['acp'] as const) : []),
    ],
    key: preset.keys.find((name) => (env[name] ?? '') !== '') ?? null,
    answers: 'not_asked',
  };
  if (!installed)
    return { ...found, problem: `not installed; npm install --global ${preset.packageName}` };
  if (found.version === null)
    return { ...found, problem: `${preset.program} --version did not answer; reinstall it` };
  return options.ask ? { ...found, ...(await question(preset, options)) } : found;
}

const versionMs = 15_000;

async function versionOf(preset: AgentPreset, options: DetectOptions): Promise<string | null> {
  const scratch = createScratch();
  try {
    const run = await runProgram([preset.program, ...preset.versionArgs], {
      cwd: scratch.path,
      env: agentEnvironment({
        env: options.env,
        pass: [],
        set: {},
        role: 'reviewer',
        home: scratch.path,
        throwaway: true,
      }),
      input: '',
      timeoutMs: versionMs,
      idleTimeoutMs: versionMs,
      maxOutputBytes: 1 << 16,
      signal: options.signal,
    });
    return /\d+\.\d+(?:\.\d+)?\S*/.exec(run.stdout.toString('utf8'))?.[0] ?? null;
  } finally {
    scratch.dispose();
  }
}

async function question(
  preset: AgentPreset,
  options: DetectOptions,
): Promise<Pick<DetectedAgent, 'answers' | 'problem'>> {
  const profile = readyProfile(preset.name);
  if (!profile) return { answers: 'not_asked' };
  const problem = await probeAgent(profile, options);
  return problem === null ? { answers: 'yes' } : { answers: 'no', problem };
}
