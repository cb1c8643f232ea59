/** The four ways models are talked to over HTTP. */
export type Wire = 'anthropic' | 'openai-chat' | 'openai-responses' | 'gemini';

/** A tool that the request offers to the model. */
export interface OfferedTool {
  readonly name: string;
  /** Names of its arguments. */
  readonly properties: readonly string[];
  /** Group that the tool belongs to, on the wire that has groups. */
  readonly namespace?: string;
}

/** A request for a completion, the same for all wires. */
export interface ModelRequest {
  readonly wire: Wire;
  readonly model: string;
  readonly stream: boolean;
  /** All text of system and user, in order. */
  readonly prompt: string;
  /** Results of tools since the last text of the user. */
  readonly toolResults: readonly string[];
  readonly tools: readonly OfferedTool[];
  /** Random name of the magi task in the prompt, or null for other requests (titles, quotas). */
  readonly answerId: string | null;
  /** Counts requests of this server, from 0. */
  readonly index: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: number;
}

/** What the server does with a request. */
export type ModelReply =
  | { readonly say: string; readonly cut?: true }
  | { readonly tool: ToolUse }
  | { readonly status: number; readonly retryAfterSeconds?: number; readonly message?: string }
  /** Any bytes with status 200: not what the wire demands. */
  | { readonly raw: string }
  | { readonly hang: true }
  /** Closes the socket without an answer. */
  | { readonly drop: true };

export interface ToolUse {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly namespace?: string;
}

/** Decides what the model says; the whole conversation stands in each request. */
export type ModelScript = (request: ModelRequest) => ModelReply | Promise<ModelReply>;

/** Tokens that the server claims for a request and a reply: a quarter of their bytes. */
export function claimedTokens(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / 4));
}
