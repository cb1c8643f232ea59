import type { AgentPreset, PresetCall } from './preset.ts';

function models(call: PresetCall): Readonly<Record<string, string>> {
  if (!call.baseUrl) return {};
  const model = { id: call.model ?? 'default', name: call.model ?? 'default' };
  const provider = {
    baseUrl: call.baseUrl,
    api: 'openai-completions',
    apiKey: call.keyName ?? 'OPENAI_API_KEY',
    models: [model],
  };
  return { '.pi/agent/models.json': JSON.stringify({ providers: { magi: provider } }) };
}

/** pi. Tools that a role may not use are absent from its requests; prompts are the smallest of all. */
export const pi: AgentPreset = {
  name: 'pi',
  title: 'pi',
  program: 'pi',
  packageName: '@mariozechner/pi-coding-agent',
  versionArgs: ['--version'],
  keys: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY'],
  stateFolders: ['.pi'],
  confinesFixer: false,
  reader: 'pi',
  launch: (call) => ({
    args: [
      ...['-p', '--mode', 'json', '--offline', '--no-session', '--no-extensions', '--no-skills'],
      ...['--no-prompt-templates', '--no-context-files'],
      ...[
        '--tools',
        call.role === 'reviewer' ? 'read,grep,find,ls' : 'read,grep,find,ls,write,edit',
      ],
      ...modelArgs(call),
    ],
    env: { PI_OFFLINE: '1', PI_TELEMETRY: '0' },
    homeFiles: models(call),
  }),
};

function modelArgs(call: PresetCall): readonly string[] {
  if (call.baseUrl) return ['--model', `magi/${call.model ?? 'default'}`];
  return call.model ? ['--model', call.model] : [];
}
