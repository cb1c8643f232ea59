import { type AgentProfile, fail, type Json, ok, type Result } from '@magi/contracts';
import type { AgentRole } from '../agent-answer.ts';
import { prepareCage } from '../cage/prepare-cage.ts';
import type { SandboxPolicy, SandboxState } from '../cage/sandbox.ts';
import type { AgentPreset } from '../presets/preset.ts';
import { presetNamed } from '../presets/presets.ts';
import { acpConversation } from './acp-conversation.ts';
import { apiConversation } from './api-conversation.ts';
import { commandConversation } from './command-conversation.ts';
import type { AgentLimits, Conversation, TurnFailure } from './conversation.ts';

export interface OpenRequest {
  readonly profile: AgentProfile;
  readonly role: AgentRole;
  readonly cwd: string;
  readonly limits: AgentLimits;
  readonly sandbox: SandboxPolicy;
  readonly signal: AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly answerSchema: Json;
}

/** A conversation with what the report says about how it is held. */
export interface OpenedConversation {
  readonly conversation: Conversation;
  readonly agent: string;
  /** Whose breaker and queue the calls belong to. */
  readonly provider: string;
  readonly maxParallel: number | undefined;
  readonly sandbox: SandboxState;
  readonly home: 'throwaway' | 'user' | 'none';
  close(): Promise<void>;
}

/** Chooses the transport of a profile and prepares its cage. Nothing is started yet. */
export function openConversation(request: OpenRequest): Result<OpenedConversation, OpenFailure> {
  const { profile } = request;
  if (profile.kind === 'api') return ok(openApi(request, profile));
  const preset = presetNamed(profile.preset);
  if (profile.preset !== undefined && !preset)
    return refuse({ code: 'profile', message: `no preset is called "${profile.preset}"` });

  const prepared = prepareCage({ ...request, profile, preset, policy: request.sandbox });
  if (!prepared.ok)
    return refuse({
      code: 'sandbox-unavailable',
      message: `a sandbox is required and there is none: ${prepared.error.why}`,
    });
  const { cage, command, dispose } = prepared.value;
  const escapes =
    request.role === 'fixer' && profile.kind === 'command' && preset?.confinesFixer === false;
  if (escapes && cage.sandbox.state === 'none') {
    dispose();
    return refuse({
      code: 'sandbox-unavailable',
      message: `${preset.title} does not keep a fixer inside its worktree by itself, and there is no sandbox: ${cage.sandbox.note}; install bubblewrap or use kind "acp"`,
    });
  }
  const conversation =
    profile.kind === 'acp'
      ? acpConversation({ ...request, cage, command, mode: modeOf(profile, preset, request.role) })
      : commandConversation({
          ...request,
          cage,
          command,
          reader: profile.answer ?? preset?.reader ?? 'text',
        });
  return ok({
    conversation,
    agent: agentName(profile),
    provider: providerOf(profile),
    maxParallel: profile.maxParallel,
    sandbox: cage.sandbox,
    home: cage.home,
    async close() {
      await conversation.close();
      dispose();
    },
  });
}

/** Why nothing can be sent with this profile on this machine. */
export interface OpenFailure extends TurnFailure {
  readonly kind: 'cannot-open';
}

function refuse(failure: TurnFailure): Result<never, OpenFailure> {
  return fail({ ...failure, kind: 'cannot-open' });
}

function openApi(
  request: OpenRequest,
  profile: Extract<AgentProfile, { kind: 'api' }>,
): OpenedConversation {
  const conversation = apiConversation({ ...request, profile });
  return {
    conversation,
    agent: agentName(profile),
    provider: providerOf(profile),
    maxParallel: profile.maxParallel,
    sandbox: { state: 'not_needed', note: 'a model without tools' },
    home: 'none',
    close: conversation.close,
  };
}

/** How a profile is called in reports: its preset, its program or its provider. */
export function agentName(profile: AgentProfile): string {
  if (profile.kind === 'api') return profile.provider;
  return profile.preset ?? profile.command[0]?.split('/').at(-1) ?? 'agent';
}

/** Profiles with the same answer share one breaker: the same endpoint fails for all of them. */
export function providerOf(profile: AgentProfile): string {
  return profile.baseUrl ? `${agentName(profile)} at ${profile.baseUrl}` : agentName(profile);
}

function modeOf(
  profile: Extract<AgentProfile, { kind: 'acp' }>,
  preset: AgentPreset | null,
  role: AgentRole,
): string | undefined {
  return role === 'reviewer'
    ? (profile.mode?.review ?? preset?.acp?.mode.review)
    : (profile.mode?.fix ?? preset?.acp?.mode.fix);
}
