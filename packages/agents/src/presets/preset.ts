import type { Json } from '@magi/contracts';
import type { AgentRole } from '../agent-answer.ts';
import type { ReaderName } from '../readers/reader.ts';

/** What a preset needs to know of one call. */
export interface PresetCall {
  readonly role: AgentRole;
  readonly cwd: string;
  readonly model: string | undefined;
  readonly baseUrl: string | undefined;
  /** First key variable that is set, if any. */
  readonly keyName: string | undefined;
  readonly keyValue: string | undefined;
  readonly answerSchema: Json;
  /** Path of a file that holds the answer's schema. */
  readonly schemaFile: string;
  readonly home: string;
}

/** Arguments, environment and files of one call. */
export interface PresetLaunch {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Files below a throw-away HOME: path → content. */
  readonly homeFiles?: Readonly<Record<string, string>>;
}

/** What is known of one agent program. */
export interface AgentPreset {
  readonly name: string;
  readonly title: string;
  readonly program: string;
  /** npm package that brings it. */
  readonly packageName: string;
  readonly versionArgs: readonly string[];
  /** Environment variables that hold a key, in the agent's order of preference. */
  readonly keys: readonly string[];
  /** Folders below the user's HOME that the agent writes, when it runs with a login. */
  readonly stateFolders: readonly string[];
  /** Environment variables without secrets that the agent is configured with. */
  readonly settings?: readonly string[];
  /** False when its own modes let a fixer write outside of its worktree. */
  readonly confinesFixer: boolean;
  readonly reader: ReaderName;
  launch(call: PresetCall): PresetLaunch;
  readonly acp?: {
    readonly command: readonly string[];
    readonly mode: { readonly review?: string; readonly fix?: string };
    launch(call: PresetCall): PresetLaunch;
  };
}
