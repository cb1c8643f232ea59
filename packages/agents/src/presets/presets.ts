import type { AgentProfile } from '@magi/contracts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';
import { pi } from './pi.ts';
import type { AgentPreset } from './preset.ts';
import { qwen } from './qwen.ts';

const all: readonly AgentPreset[] = [claude, codex, copilot, gemini, opencode, pi, qwen];

/** The agents that magi knows how to drive, sorted by name. */
export function presets(): readonly AgentPreset[] {
  return all;
}

/** The preset with a name, or null. */
export function presetNamed(name: string | undefined): AgentPreset | null {
  return all.find((preset) => preset.name === name) ?? null;
}

/**
 * The profile with which a known agent is used when nothing is configured.
 *
 * Rule: the command transport, whose modes the agents enforce themselves; `kind` asks for the
 * Agent Client Protocol instead. Null: no such agent, or it does not speak the protocol.
 */
export function readyProfile(
  name: string,
  kind: 'command' | 'acp' = 'command',
): AgentProfile | null {
  const preset = presetNamed(name);
  if (!preset) return null;
  if (kind === 'command') return { kind, command: [preset.program], preset: name };
  return preset.acp ? { kind, command: [...preset.acp.command], preset: name } : null;
}
