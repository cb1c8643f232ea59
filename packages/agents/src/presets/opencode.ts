import type { AgentPreset, PresetCall, PresetLaunch } from './preset.ts';

// Sub-agents would have permissions of their own.
const deny = { webfetch: 'deny', external_directory: 'deny', task: 'deny', skill: 'deny' };

function environment(call: PresetCall): Pick<PresetLaunch, 'env'> {
  const model = call.model ?? 'default';
  const provider = call.baseUrl && {
    enabled_providers: ['magi'],
    model: `magi/${model}`,
    small_model: `magi/${model}`,
    provider: {
      magi: {
        npm: '@ai-sdk/openai-compatible',
        options: { baseURL: call.baseUrl, apiKey: `{env:${call.keyName ?? 'OPENAI_API_KEY'}}` },
        models: { [model]: { name: model } },
      },
    },
  };
  const config = {
    autoupdate: false,
    share: 'disabled',
    ...(call.model && !call.baseUrl && { model: call.model }),
    ...provider,
    agent: {
      'magi-review': { mode: 'primary', permission: { ...deny, edit: 'deny', bash: 'deny' } },
      'magi-fix': { mode: 'primary', permission: { ...deny, edit: 'allow', bash: 'deny' } },
    },
  };
  return {
    env: {
      OPENCODE_CONFIG_CONTENT: JSON.stringify(config),
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      OPENCODE_DISABLE_PROJECT_CONFIG: '1',
    },
  };
}

/**
 * opencode. Its built-in agents never ask before they write, so magi brings two of its own: one
 * that may not edit or run anything, one that may edit.
 */
export const opencode: AgentPreset = {
  name: 'opencode',
  title: 'opencode',
  program: 'opencode',
  packageName: 'opencode-ai',
  versionArgs: ['--version'],
  keys: ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'OPENCODE_API_KEY'],
  stateFolders: [
    '.local/share/opencode',
    '.local/state/opencode',
    '.cache/opencode',
    '.config/opencode',
  ],
  confinesFixer: true,
  reader: 'opencode',
  launch: (call) => ({
    args: [
      ...['run', '--pure', '--format', 'json', '--title', 'magi'],
      ...['--agent', call.role === 'reviewer' ? 'magi-review' : 'magi-fix'],
    ],
    ...environment(call),
  }),
  acp: {
    command: ['opencode'],
    mode: { review: 'magi-review', fix: 'magi-fix' },
    launch: (call) => ({ args: ['acp', '--pure'], ...environment(call) }),
  },
};
