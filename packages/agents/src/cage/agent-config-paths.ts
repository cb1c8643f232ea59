/**
 * True for paths from which some agent loads hooks, plugins, servers or instructions when it starts
 * in a repository. A reviewed tree must not bring its own: they are left out of the snapshot a
 * reviewer works in (their text still stands in the change under review).
 */
export function isAgentConfig(path: string): boolean {
  return path.split('/').some((_, index, parts) => agentConfig.test(parts.slice(index).join('/')));
}

const agentConfig =
  /^(?:\.(?:claude|gemini|qwen|opencode|pi|codex|cursor|copilot|continue|cline|agents?)(?:\/|$)|\.mcp\.json$|opencode\.jsonc?$|\.github\/(?:hooks|copilot-instructions\.md|instructions)(?:\/|$)|(?:CLAUDE|AGENTS|GEMINI|QWEN|CODEX|\.cursorrules|\.clinerules)(?:\.local)?(?:\.md)?$)/i;
