import type { Json } from '@magi/contracts';
import type { ModelReply, ModelRequest, ToolUse, Wire } from './script.ts';

/** What a reply amounts to once errors, hangs and broken bytes are dealt with. */
export type Spoken = { readonly text: string; readonly cut: boolean } | { readonly tool: ToolUse };

export interface Usage {
  readonly input: number;
  readonly output: number;
}

/** A parsed request body without the counters that the server adds. */
export type ReadRequest = Omit<ModelRequest, 'wire' | 'index' | 'headers' | 'bytes' | 'answerId'>;

/** One way to talk to a model: how a request is read and how an answer is written. */
export interface WireFormat {
  readonly wire: Wire;
  /** True for paths (without query) on which completions are asked for. */
  serves(path: string): boolean;
  read(body: unknown, path: string): ReadRequest;
  /** The whole answer as one JSON value. */
  whole(spoken: Spoken, usage: Usage, model: string): Json;
  /** The same as server-sent events. */
  events(spoken: Spoken, usage: Usage, model: string): string;
  error(status: number, message: string): Json;
}

/** Writes one server-sent event; `name` is the event line that some wires want. */
export function event(data: unknown, name?: string): string {
  return `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`;
}

/** A reply that speaks, or null for one that fails in some way. */
export function spokenBy(reply: ModelReply): Spoken | null {
  if ('say' in reply) return { text: reply.say, cut: reply.cut === true };
  return 'tool' in reply ? { tool: reply.tool } : null;
}

let counter = 0;

/** An id in the fashion of the wires; unique within the process. */
export function nextId(prefix: string): string {
  counter++;
  return `${prefix}_${counter.toString(36).padStart(8, '0')}`;
}
