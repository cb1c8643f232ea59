import type { AgentPreset, PresetCall } from './preset.ts';

const quiet = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  // Its default keeps retrying a dead provider for minutes.
  CLAUDE_CODE_MAX_RETRIES: '1',
};

function endpoint(call: PresetCall): Readonly<Record<string, string>> {
  return { ...quiet, ...(call.baseUrl && { ANTHROPIC_BASE_URL: call.baseUrl }) };
}

/**
 * Claude Code. A reviewer is only offered reading tools; naming them as allowed as well would let
 * it read outside of the working directory. Settings and servers of the repository stay unread.
 */
export const claude: AgentPreset = {
  name: 'claude',
  title: 'Claude Code',
  program: 'claude',
  packageName: '@anthropic-ai/claude-code',
  versionArgs: ['--version'],
  keys: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
  stateFolders: ['.claude'],
  settings: ['ANTHROPIC_BASE_URL', 'CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_VERTEX'],
  confinesFixer: true,
  reader: 'claude',
  launch: (call) => ({
    args: [
      ...['-p', '--output-format', 'stream-json', '--verbose'],
      ...['--json-schema', JSON.stringify(call.answerSchema)],
      ...['--setting-sources', '', '--strict-mcp-config', '--no-session-persistence'],
      ...(call.role === 'reviewer'
        ? ['--tools', 'Read,Grep,Glob', '--permission-mode', 'dontAsk', '--max-turns', '40']
        : ['--tools', 'Read,Grep,Glob,Edit,Write', '--permission-mode', 'acceptEdits']),
      ...(call.model ? ['--model', call.model] : []),
    ],
    env: endpoint(call),
  }),
  acp: {
    command: ['claude-agent-acp'],
    mode: { review: 'default', fix: 'acceptEdits' },
    launch: (call) => ({
      args: [],
      env: { ...endpoint(call), ...(call.model && { ANTHROPIC_MODEL: call.model }) },
    }),
  },
};
