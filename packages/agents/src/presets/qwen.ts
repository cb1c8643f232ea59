import type { AgentPreset, PresetCall } from './preset.ts';

function endpoint(call: PresetCall): Readonly<Record<string, string>> {
  return {
    ...(call.baseUrl && { OPENAI_BASE_URL: call.baseUrl }),
    ...(call.model && { OPENAI_MODEL: call.model }),
  };
}

/**
 * Qwen Code. `--bare` keeps servers and instructions of the repository out, and with them the tool
 * that a schema flag would need, so that the answer comes as text. A reviewer's attempts to edit or
 * run something are denied and listed.
 */
export const qwen: AgentPreset = {
  name: 'qwen',
  title: 'Qwen Code',
  program: 'qwen',
  packageName: '@qwen-code/qwen-code',
  versionArgs: ['--version'],
  keys: ['OPENAI_API_KEY', 'DASHSCOPE_API_KEY'],
  stateFolders: ['.qwen'],
  settings: ['OPENAI_BASE_URL', 'OPENAI_MODEL'],
  confinesFixer: false,
  reader: 'qwen',
  launch: (call) => ({
    args: [
      ...['--bare', '--output-format', 'json', '--chat-recording', 'false'],
      ...['--max-session-turns', '40'],
      ...(call.keyName || call.baseUrl ? ['--auth-type', 'openai'] : []),
      ...['--approval-mode', call.role === 'reviewer' ? 'default' : 'auto-edit'],
    ],
    env: endpoint(call),
  }),
  acp: {
    command: ['qwen'],
    mode: { review: 'default', fix: 'default' },
    launch: (call) => ({
      args: ['--acp', ...(call.keyName || call.baseUrl ? ['--auth-type', 'openai'] : [])],
      env: endpoint(call),
    }),
  },
};
