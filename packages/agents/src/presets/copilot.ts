import type { AgentPreset, PresetCall } from './preset.ts';

function endpoint(call: PresetCall): Readonly<Record<string, string>> {
  return {
    COPILOT_AUTO_UPDATE: 'false',
    ...(call.model && { COPILOT_MODEL: call.model }),
    ...(call.baseUrl && {
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: call.baseUrl,
      COPILOT_PROVIDER_TYPE: 'openai',
      ...(call.keyValue && { COPILOT_PROVIDER_API_KEY: call.keyValue }),
    }),
  };
}

const readingTools = ['--available-tools=view,grep,glob', '--allow-tool=read'];

/**
 * GitHub Copilot CLI. A denied request ends its whole turn, so that a reviewer is not offered
 * anything that would be denied.
 */
export const copilot: AgentPreset = {
  name: 'copilot',
  title: 'GitHub Copilot CLI',
  program: 'copilot',
  packageName: '@github/copilot',
  versionArgs: ['--version'],
  keys: ['COPILOT_GITHUB_TOKEN', 'COPILOT_PROVIDER_API_KEY', 'OPENAI_API_KEY'],
  stateFolders: ['.copilot'],
  settings: ['COPILOT_MODEL', 'COPILOT_PROVIDER_BASE_URL', 'COPILOT_PROVIDER_TYPE'],
  confinesFixer: true,
  reader: 'copilot',
  launch: (call) => ({
    args: [
      ...['--output-format', 'json', '--no-ask-user', '--disable-builtin-mcps'],
      '--no-custom-instructions',
      ...(call.role === 'reviewer' ? readingTools : ['--allow-tool=read', '--allow-tool=write']),
    ],
    env: endpoint(call),
  }),
  acp: {
    command: ['copilot'],
    mode: {},
    launch: (call) => ({
      args: ['--acp', ...(call.role === 'reviewer' ? readingTools : [])],
      env: endpoint(call),
    }),
  },
};
