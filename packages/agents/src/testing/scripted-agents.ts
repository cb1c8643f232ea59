import { fileURLToPath } from 'node:url';

const commandAgent = fileURLToPath(new URL('./scripted-agent.mjs', import.meta.url));
const acpAgent = fileURLToPath(new URL('./scripted-acp-agent.mjs', import.meta.url));

/** Command line of a program that takes a prompt on standard input and behaves as told. */
export function scriptedCommand(behaviour: string, ...args: readonly string[]): string[] {
  return [process.execPath, commandAgent, behaviour, ...args];
}

/** One thing a scripted agent does in a turn. */
export interface AcpStep {
  /** A tool call that it asks permission for; when allowed, `content` is written to `path`. */
  readonly ask?: {
    readonly toolCallId: string;
    readonly kind: 'read' | 'edit' | 'execute' | 'fetch' | 'other';
    readonly title: string;
    readonly locations?: readonly { readonly path: string }[];
    readonly rawInput?: unknown;
  };
  readonly path?: string;
  readonly content?: string;
  /** Writes `content` to `path` without asking. */
  readonly write?: true;
  readonly say?: string;
  /** Says the answer magi asked for, with this content. */
  readonly answer?: unknown;
  readonly usd?: number;
  readonly hang?: true;
  readonly crash?: true;
  readonly fail?: string;
  readonly stop?: 'end_turn' | 'refusal' | 'cancelled' | 'max_tokens';
}

export interface AcpScript {
  readonly modes?: readonly string[];
  readonly mode?: string;
  readonly ignoresMode?: true;
  readonly login?: true;
  /** Steps of each turn; the last list serves all further turns. */
  readonly turns: readonly (readonly AcpStep[])[];
}

/** Command line of an agent that speaks the Agent Client Protocol and follows a script. */
export function scriptedAcpAgent(script: AcpScript): string[] {
  return [process.execPath, acpAgent, JSON.stringify(script)];
}
