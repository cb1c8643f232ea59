import type { AgentPreset, PresetCall, PresetLaunch } from './preset.ts';

function settings(call: PresetCall): Pick<PresetLaunch, 'env' | 'homeFiles'> {
  return {
    env: {
      GEMINI_CLI_NO_RELAUNCH: 'true',
      ...(call.baseUrl && { GOOGLE_GEMINI_BASE_URL: call.baseUrl }),
    },
    homeFiles: {
      '.gemini/settings.json': JSON.stringify({
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { enableAutoUpdate: false, disableAutoUpdate: true },
        ...(call.keyName && { security: { auth: { selectedType: 'gemini-api-key' } } }),
      }),
    },
  };
}

/**
 * Gemini CLI. Folder trust stays on, so that nothing of the repository is loaded; without a
 * terminal its `default` mode does not offer writing tools at all.
 */
export const gemini: AgentPreset = {
  name: 'gemini',
  title: 'Gemini CLI',
  program: 'gemini',
  packageName: '@google/gemini-cli',
  versionArgs: ['--version'],
  keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  stateFolders: ['.gemini'],
  settings: ['GOOGLE_GEMINI_BASE_URL', 'GOOGLE_CLOUD_PROJECT', 'GOOGLE_CLOUD_LOCATION'],
  confinesFixer: true,
  reader: 'gemini',
  launch: (call) => ({
    args: [
      ...['--output-format', 'json', '--skip-trust'],
      ...['--approval-mode', call.role === 'reviewer' ? 'default' : 'auto_edit'],
      ...(call.model ? ['-m', call.model] : []),
    ],
    ...settings(call),
  }),
  acp: {
    command: ['gemini'],
    mode: { review: 'default', fix: 'default' },
    launch: (call) => ({
      args: ['--acp', '--skip-trust', ...(call.model ? ['-m', call.model] : [])],
      ...settings(call),
    }),
  },
};
