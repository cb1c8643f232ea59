import type { Hit } from '../builtin/check.ts';
import type { Outline } from './outline/outline.ts';

/** All that is known of one blob from its text alone. Plain JSON, cached by blob id and path. */
export interface FileFacts {
  /** Syntax errors, in the order of the text. */
  readonly syntaxErrors: readonly { readonly line: number; readonly message: string }[];
  /** Why syntax rules did not look at the file, or null. */
  readonly limit: string | null;
  /** The optional tool that would have been needed, where that is why. */
  readonly missingTool?: string | undefined;
  /** What each check's rules found, by check id; changed lines are not considered yet. */
  readonly hits: Readonly<Record<string, readonly Hit[]>>;
  readonly outline: Outline | null;
}
