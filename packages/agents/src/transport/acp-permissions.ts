import type { AgentRole } from '../agent-answer.ts';
import { isInside } from '../cage/path-inside.ts';

/** A tool call that an agent asks permission for, as far as the decision needs it. */
export interface AskedAction {
  readonly kind: string;
  readonly title: string;
  readonly paths: readonly string[];
}

export interface PermissionContext {
  readonly role: AgentRole;
  readonly cwd: string;
  /** True inside a sandbox that confines every process of the agent. */
  readonly sandboxed: boolean;
}

/** Kinds of tools that change nothing. */
export const reading: readonly string[] = ['read', 'search', 'think'];
const changing = ['edit', 'delete', 'move'];

/**
 * Decides a permission request by role.
 *
 * A reviewer may read and search inside its working directory, nothing else. A fixer may also
 * change files, when every path is known and inside its worktree, and run commands only inside a
 * sandbox. Nobody may fetch, and what is not understood is refused.
 */
export function isAllowed(action: AskedAction, context: PermissionContext): boolean {
  const inside = action.paths.every((path) => isInside(context.cwd, path));
  if (reading.includes(action.kind)) return inside;
  if (context.role === 'reviewer') return false;
  if (changing.includes(action.kind)) return inside && action.paths.length > 0;
  return action.kind === 'execute' && context.sandboxed;
}

const pathKeys =
  /^(?:abs(?:olute)?_?)?(?:file_?path|path|file|filename|old_path|new_path|dir_?path)$/i;

/** The paths of a tool call: its locations, and path-like arguments of its raw input. */
export function pathsOf(
  locations: readonly { readonly path: string }[],
  rawInput: unknown,
): readonly string[] {
  const raw =
    rawInput !== null && typeof rawInput === 'object'
      ? Object.entries(rawInput).flatMap(([key, value]) =>
          pathKeys.test(key) && typeof value === 'string' ? [value] : [],
        )
      : [];
  return [...new Set([...locations.map(({ path }) => path), ...raw])];
}
