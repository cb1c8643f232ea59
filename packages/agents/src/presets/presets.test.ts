import { AgentProfile } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import type { PresetCall } from './preset.ts';
import { presets, readyProfile } from './presets.ts';

const call: PresetCall = {
  role: 'reviewer',
  cwd: '/work',
  model: 'model-1',
  baseUrl: 'http://127.0.0.1:1/v1',
  keyName: 'SOME_KEY',
  keyValue: 'dummy',
  answerSchema: { type: 'object' },
  schemaFile: '/scratch/schema.json',
  home: '/scratch',
};

describe.each(presets().map((preset) => [preset.name, preset] as const))('%s', (name, preset) => {
  it('has a ready profile that the configuration accepts', () => {
    expect(AgentProfile.safeParse(readyProfile(name)).success).toBe(true);
    const acp = readyProfile(name, 'acp');
    expect(acp === null || AgentProfile.safeParse(acp).success).toBe(true);
  });

  it('starts a reviewer and a fixer differently', () => {
    expect(preset.launch(call).args).not.toEqual(preset.launch({ ...call, role: 'fixer' }).args);
  });

  it('never gives anybody a switch that turns its protection off', () => {
    const launches = (['reviewer', 'fixer'] as const).flatMap((role) => [
      preset.launch({ ...call, role }),
      ...(preset.acp ? [preset.acp.launch({ ...call, role })] : []),
    ]);
    for (const { args } of launches)
      expect(args.join(' ')).not.toMatch(
        /dangerously|yolo|bypass|danger-full-access|allow-all|--trust\b|--trust-folder|Bash\(/,
      );
  });

  it('puts no key on a command line', () => {
    expect(preset.launch(call).args.join(' ')).not.toContain('dummy');
  });

  it('is pointed at the endpoint of the profile', () => {
    const { args, env, homeFiles } = preset.launch(call);
    expect(JSON.stringify({ args, env, homeFiles })).toContain('http://127.0.0.1:1/v1');
  });

  it('uses the model of the profile', () => {
    const { args, env, homeFiles } = preset.launch(call);
    expect(JSON.stringify({ args, env, homeFiles })).toContain('model-1');
  });
});

it('has no profile for an agent that nobody knows', () => {
  expect(readyProfile('unheard-of')).toBeNull();
});
