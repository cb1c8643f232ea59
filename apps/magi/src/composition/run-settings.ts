import { MagiConfig, MagiError, type RunInput } from '@magi/contracts';
import { z } from 'zod';

/**
 * What the effects of a run need beside the protocol; pinned in the log, so that a resumed run goes
 * on with the settings that it was started with.
 */
export const RunSettings = z.strictObject({
  config: MagiConfig,
  /** File that the configuration came from, or null for the defaults. */
  configSource: z.string().nullable(),
  /** Scanners asked for by name. */
  scanners: z.array(z.string()).optional(),
  /** Scanners that need a network or a model are left out. */
  offline: z.boolean(),
  /** How often each agent is asked the same; default once. */
  samples: z.int().min(1).optional(),
  /** Agents are asked again although they answered the same question before. */
  fresh: z.boolean().optional(),
  /** Folder for the files of the protocol that the project names. */
  artifacts: z.string().optional(),
  /** Where a loop works: it goes on only while this holds. */
  place: z
    .strictObject({
      /** Full name of the branch; null for a detached HEAD. */
      branch: z.string().nullable(),
      base: z.string(),
      baseTip: z.string(),
      /** What the loop publishes to, for loops that publish. */
      remote: z
        .strictObject({
          url: z.string(),
          ref: z.string(),
          /** Where it stood at the start; null when it could not be reached. */
          tip: z.string().nullable(),
        })
        .optional(),
    })
    .optional(),
});
export type RunSettings = z.infer<typeof RunSettings>;

/** The member of `RunInput.settings` that is ours. */
const MEMBER = 'cli';

/** Settings in the form that the log keeps. */
export function pinSettings(settings: RunSettings): RunInput['settings'] {
  return { [MEMBER]: JSON.parse(JSON.stringify(settings)) };
}

/** Settings of a run, or null for one that no command of this program started. */
export function pinnedSettings(input: RunInput): RunSettings | null {
  const parsed = RunSettings.safeParse(input.settings[MEMBER]);
  return parsed.success ? parsed.data : null;
}

/**
 * Settings of a run that was started earlier.
 *
 * @throws `MAGI_RUN_SETTINGS` for a run that no command of this program started
 */
export function settingsOf(input: RunInput): RunSettings {
  const settings = pinnedSettings(input);
  if (settings !== null) return settings;
  throw new MagiError('MAGI_RUN_SETTINGS', 'The run does not say how it was configured.', {
    hint: 'Start a new review; this one can still be read and replayed.',
    exitCode: 5,
  });
}

/** The configuration without what needs a network or a model, for `--offline`. */
export function offlineConfig(config: MagiConfig): MagiConfig {
  const { reviewers: _reviewers, agents: _agents, ...rest } = config;
  return rest;
}
