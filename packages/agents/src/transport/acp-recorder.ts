import type * as acp from '@agentclientprotocol/sdk';
import type { RefusedAction } from '../agent-answer.ts';
import { textAt } from '../readers/json-lines.ts';
import {
  type AskedAction,
  isAllowed,
  type PermissionContext,
  pathsOf,
  reading,
} from './acp-permissions.ts';

/** Watches one session: what the agent says, does, and is not allowed to do. */
export interface AcpRecorder {
  onPermission(request: acp.RequestPermissionRequest): acp.RequestPermissionResponse;
  onUpdate(notification: acp.SessionNotification): void;
  /** A file system request; the client offers none, so that it is always refused. */
  onFileRequest(kind: 'read' | 'edit', path: string): void;
  /** Forgets the words of the turn before. */
  beginTurn(): void;
  text(): string;
  /** Money spent so far, as the agent reports it. */
  usd(): number | null;
  mode(): string | null;
  activity(): {
    readonly toolCalls: number;
    readonly filesRead: readonly string[];
    readonly refused: readonly RefusedAction[];
  };
}

const mostText = 8 << 20;

/** Creates the recorder of a session; permissions follow `isAllowed`. */
export function createAcpRecorder(context: PermissionContext): AcpRecorder {
  const chunks: string[] = [];
  const refused: RefusedAction[] = [];
  const filesRead = new Set<string>();
  const calls = new Map<string, AskedAction>();
  let size = 0;
  let usd: number | null = null;
  let mode: string | null = null;
  const note = (action: AskedAction) => {
    const known = refused.some(({ title, kind }) => title === action.title && kind === action.kind);
    if (!reading.includes(action.kind) && !known) refused.push(action);
  };

  return {
    onPermission({ toolCall, options }) {
      const action = actionOf(toolCall);
      const allowed = isAllowed(action, context);
      if (!allowed) refused.push(action);
      const choice = options.find(({ kind }) => kind === (allowed ? 'allow_once' : 'reject_once'));
      return {
        outcome: choice
          ? { outcome: 'selected', optionId: choice.optionId }
          : { outcome: 'cancelled' },
      };
    },
    onUpdate({ update }) {
      if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') {
        size += update.content.text.length;
        if (size <= mostText) chunks.push(update.content.text);
      }
      if (update.sessionUpdate === 'usage_update') usd = update.cost?.amount ?? usd;
      if (update.sessionUpdate === 'current_mode_update') mode = update.currentModeId;
      if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update')
        return;
      const action = actionOf({ ...calls.get(update.toolCallId), ...withoutNulls(update) });
      calls.set(update.toolCallId, action);
      const withheld = withheldTool(update.rawInput);
      if (withheld !== null) refused.push({ ...action, title: withheld });
      // A reviewer whose tool fails has usually called one that its mode does not have.
      else if (update.status === 'failed' && context.role === 'reviewer') note(action);
      if (update.kind === 'read')
        for (const path of pathsOf(update.locations ?? [], update.rawInput)) filesRead.add(path);
    },
    onFileRequest(kind, path) {
      refused.push({ kind, title: 'file system request', paths: [path] });
    },
    beginTurn() {
      chunks.length = 0;
      size = 0;
    },
    text: () => chunks.join(''),
    usd: () => usd,
    mode: () => mode,
    activity: () => ({ toolCalls: calls.size, filesRead: [...filesRead], refused: [...refused] }),
  };
}

interface ToolCallParts {
  readonly kind?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly locations?: readonly { readonly path: string }[] | null | undefined;
  readonly rawInput?: unknown;
  readonly paths?: readonly string[];
}

function actionOf({ kind, title, locations, rawInput, paths = [] }: ToolCallParts): AskedAction {
  return {
    kind: kind ?? 'other',
    title: (title ?? '').slice(0, 200),
    paths: [...new Set([...paths, ...pathsOf(locations ?? [], rawInput)])],
  };
}

// An update repeats only what has changed.
function withoutNulls(update: ToolCallParts): ToolCallParts {
  const { kind, title, locations, rawInput } = update;
  return { ...(kind && { kind }), ...(title && { title }), locations: locations ?? [], rawInput };
}

/** Name of a tool that was called although it is not offered, as one agent reports it. */
function withheldTool(rawInput: unknown): string | null {
  const isWithheld = /unavailable tool/.test(textAt(rawInput, 'error'));
  return isWithheld ? textAt(rawInput, 'tool') : null;
}
