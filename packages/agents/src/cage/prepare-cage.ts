import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type AgentProfile, fail, type Json, ok, type Result } from '@magi/contracts';
import type { AgentRole } from '../agent-answer.ts';
import type { AgentPreset, PresetCall, PresetLaunch } from '../presets/preset.ts';
import type { Cage } from '../transport/conversation.ts';
import { agentEnvironment, type EnvironmentRequest } from './environment.ts';
import {
  insideBubblewrap,
  probeSandbox,
  type SandboxPolicy,
  type SandboxState,
} from './sandbox.ts';
import { createScratch, type Scratch } from './throwaway-home.ts';

/** Profiles of agents that run as a process. */
export type ProcessProfile = Exclude<AgentProfile, { kind: 'api' }>;

export interface CageRequest {
  readonly profile: ProcessProfile;
  readonly preset: AgentPreset | null;
  readonly role: AgentRole;
  readonly cwd: string;
  readonly env: EnvironmentRequest['env'];
  readonly policy: SandboxPolicy;
  readonly answerSchema: Json;
}

/** A cage that is ready, with the command line that belongs into it. */
export interface PreparedCage {
  readonly cage: Cage;
  readonly command: readonly string[];
  dispose(): void;
}

/** A sandbox was demanded and there is none. */
export interface NoSandbox {
  readonly kind: 'sandbox-unavailable';
  readonly why: string;
}

/**
 * Prepares everything around an agent process: HOME, environment, files of the preset, sandbox.
 *
 * HOME is thrown away after the call unless the profile says otherwise or no key is found: then the
 * agent needs the login of the user, and the report says so. Fails only where the policy is
 * `required` and bubblewrap does not work here.
 */
export function prepareCage(request: CageRequest): Result<PreparedCage, NoSandbox> {
  const probe = request.policy === 'off' ? null : probeSandbox(request.env);
  if (request.policy === 'required' && !probe?.usable)
    return fail({ kind: 'sandbox-unavailable', why: probe?.usable === false ? probe.why : 'off' });

  const scratch = createScratch();
  const userHome = request.env.HOME ?? homedir();
  const keyName = keyOf(request);
  const throwaway = (request.profile.home ?? (keyName ? 'throwaway' : 'user')) === 'throwaway';
  const homePath = throwaway ? scratch.path : userHome;
  const launch = launchOf(request, scratch, homePath, keyName);
  if (throwaway)
    for (const [name, content] of Object.entries(launch.homeFiles ?? {}))
      scratch.write(name, content);

  const state = (request.preset?.stateFolders ?? []).map((name) => join(userHome, name));
  const sandbox: SandboxState = probe?.usable
    ? { state: 'bubblewrap', note: 'disk read-only, credentials hidden' }
    : { state: 'none', note: probe ? probe.why : 'switched off' };
  const wrap = (command: readonly string[]) =>
    probe?.usable
      ? insideBubblewrap(probe.program, command, {
          role: request.role,
          cwd: request.cwd,
          writable: throwaway ? [scratch.path] : [scratch.path, ...state],
          userHome,
        })
      : command;
  const environment = agentEnvironment({
    env: request.env,
    pass: [
      ...(request.preset?.keys ?? []),
      ...(request.preset?.settings ?? []),
      ...(request.profile.env ?? []),
    ],
    set: { ...launch.env, ...request.profile.set },
    role: request.role,
    home: homePath,
    throwaway,
  });
  return ok({
    cage: {
      sandbox,
      home: throwaway ? 'throwaway' : 'user',
      homePath,
      scratch: scratch.path,
      environment,
      wrap,
    },
    command: [...request.profile.command, ...launch.args],
    dispose: scratch.dispose,
  });
}

function keyOf({ preset, profile, env }: CageRequest): string | undefined {
  return [...(profile.env ?? []), ...(preset?.keys ?? [])].find(
    (name) => (env[name] ?? '') !== '' && /KEY|TOKEN|SECRET|AUTH/i.test(name),
  );
}

function launchOf(
  request: CageRequest,
  scratch: Scratch,
  home: string,
  keyName: string | undefined,
): PresetLaunch {
  const { profile, preset, role } = request;
  const call: PresetCall = {
    role,
    cwd: request.cwd,
    model: profile.model,
    baseUrl: profile.baseUrl,
    keyName,
    keyValue: keyName ? request.env[keyName] : undefined,
    answerSchema: request.answerSchema,
    schemaFile: scratch.write('answer.schema.json', JSON.stringify(request.answerSchema)),
    home,
  };
  if (profile.kind === 'acp') return preset?.acp?.launch(call) ?? { args: [] };
  const own = role === 'reviewer' ? profile.review : profile.fix;
  const launch = preset?.launch(call) ?? { args: [] };
  return own ? { ...launch, args: own.map((arg) => filled(arg, call)) } : launch;
}

function filled(arg: string, call: PresetCall): string {
  return arg
    .replaceAll('{schemaFile}', call.schemaFile)
    .replaceAll('{cwd}', call.cwd)
    .replaceAll('{model}', call.model ?? '');
}

/** True when the profile's program exists: an absolute path, or a name found on the PATH. */
export function programExists(program: string, path: string): boolean {
  if (program.includes('/')) return existsSync(program);
  return path.split(':').some((folder) => folder !== '' && existsSync(join(folder, program)));
}
