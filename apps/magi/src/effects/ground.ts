import { openSnapshot, type Repository, resolveCandidate } from '@magi/change';
import { GroundInput, type GroundOutput, type Json, type Protocol } from '@magi/contracts';
import { choosePanel, type RoutingDecision } from '@magi/scanners';
import { reviewsCommit } from '../composition/change-request.ts';
import type { EffectHandler } from '../composition/effect-runner.ts';
import { withOwnSarifChecks } from '../composition/own-sarif-checks.ts';
import { panelError } from '../composition/panel-error.ts';
import { offlineConfig, type RunSettings } from '../composition/run-settings.ts';
import { type TrustedFiles, trustedFiles } from '../composition/trusted-files.ts';
import { failure } from '../composition/workspace.ts';
import { findDrift } from './find-drift.ts';

/** What grounding rests on. */
export interface Grounds {
  readonly repository: Repository;
  readonly protocol: Protocol;
  readonly settings: RunSettings;
}

/** The candidate, who reviews it, and why. */
export interface Grounded {
  readonly output: GroundOutput;
  readonly routing: readonly RoutingDecision[];
}

/**
 * The effect `ground`: fixes candidate and panel of a round.
 *
 * @param first answer for the first round that the command has already, having looked before the
 * run was started: a mistake in the command line then starts no run
 */
export function groundEffect(grounds: Grounds, first: Grounded | null): EffectHandler {
  return {
    async run(request, { signal }) {
      const input = GroundInput.parse(request.input);
      const isFirst = input.round === 1 && input.expectedHead === undefined;
      const grounded = isFirst && first !== null ? first : await ground(grounds, input, { signal });
      const { candidate } = grounded.output;
      const drift = await findDrift(grounds.repository, grounds.settings.place, {
        input,
        candidate,
        signal,
      });
      return { ...grounded.output, ...(drift === null ? {} : { drift }) } as Json;
    },
  };
}

/** @throws what a person has to mend: `MAGI_CHANGE_…`, `MAGI_PANEL_…`, exit 2 or 5 */
export async function ground(
  { repository, protocol, settings }: Grounds,
  input: Pick<GroundInput, 'request' | 'goal' | 'expectedHead'>,
  options: { readonly signal?: AbortSignal; readonly files?: TrustedFiles } = {},
): Promise<Grounded> {
  const chosenConfig = settings.offline ? offlineConfig(settings.config) : settings.config;
  const config = await withOwnSarifChecks(chosenConfig, repository.root);
  const resolved = await resolveCandidate(repository, input.request, {
    marksFrom: reviewsCommit(input.request) ? 'base' : 'head',
    // Work may begin on nothing; that a fix left nothing of a change is for the run to say.
    mayBeEmpty:
      settings.place !== undefined &&
      (protocol.entry === 'fix' || input.expectedHead !== undefined),
    ...(input.goal !== undefined && { goal: input.goal }),
    ...(config.exclude !== undefined && { exclude: config.exclude }),
    ...(config.base !== undefined && { defaultBranch: config.base }),
    ...(options.files?.sides !== undefined && { sides: options.files.sides }),
    ...(options.signal !== undefined && { signal: options.signal }),
  });
  if (!resolved.ok) throw failure('CHANGE', resolved.error);
  const files = options.files ?? (await trustedFiles(repository, input.request));
  const changed = await openSnapshot(repository, resolved.value);
  try {
    const chosen = await choosePanel({
      candidate: resolved.value,
      readBase: (path) => files.readBytes(path),
      listBase: () => files.list(),
      readChanged: changed.read,
      config,
      protocol,
      ...(settings.scanners !== undefined && { scanners: settings.scanners }),
    });
    if (!chosen.ok) throw panelError(chosen.error);
    const { panel, configHash, routing } = chosen.value;
    const output = { candidate: resolved.value, panel, configHash, dispositions: [] };
    return { output, routing };
  } finally {
    await changed.dispose();
    if (options.files === undefined) await files.dispose();
  }
}
