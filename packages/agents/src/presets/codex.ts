import type { AgentPreset, PresetCall } from './preset.ts';

function provider(call: PresetCall): readonly string[] {
  if (!call.baseUrl) return [];
  const settings = {
    name: 'magi',
    base_url: call.baseUrl,
    env_key: call.keyName ?? 'OPENAI_API_KEY',
    wire_api: 'responses',
  };
  const table = Object.entries(settings).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return [
    '-c',
    'model_provider="magi"',
    '-c',
    `model_providers.magi={${table.join(',')},request_max_retries=1,stream_max_retries=1}`,
  ];
}

/**
 * Codex. Both modes are enforced by its own operating system sandbox; a fixer can change files but
 * never `.git`, so commits are made by the caller.
 */
export const codex: AgentPreset = {
  name: 'codex',
  title: 'Codex CLI',
  program: 'codex',
  packageName: '@openai/codex',
  versionArgs: ['--version'],
  keys: ['CODEX_API_KEY', 'OPENAI_API_KEY'],
  stateFolders: ['.codex'],
  confinesFixer: true,
  reader: 'codex',
  launch: (call) => ({
    args: [
      ...['exec', '--json', '--ephemeral', '--ignore-user-config', '--ignore-rules'],
      ...['--skip-git-repo-check', '-C', call.cwd],
      ...['--disable', 'apps', '--disable', 'plugins'],
      ...['-c', 'check_for_update_on_startup=false', '-c', 'analytics.enabled=false'],
      ...['-c', 'web_search="disabled"'],
      // Otherwise the shell of its tools sees the key.
      ...['-c', 'shell_environment_policy.ignore_default_excludes=false'],
      // Its write mode would include the shared temporary folders.
      ...['-c', 'sandbox_workspace_write.exclude_slash_tmp=true'],
      ...['-c', 'sandbox_workspace_write.exclude_tmpdir_env_var=true'],
      ...(call.model ? ['-m', call.model] : []),
      ...provider(call),
      ...(call.role === 'reviewer'
        ? ['-s', 'read-only', '--output-schema', call.schemaFile, '-']
        : ['-s', 'workspace-write', '--output-schema', call.schemaFile, '-']),
    ],
  }),
  acp: {
    command: ['codex-acp'],
    mode: { review: 'read-only', fix: 'workspace-write' },
    launch: () => ({ args: [] }),
  },
};
