import { commitAt, integrityOf, type Repository, resolveCandidate } from '@magi/change';
import {
  type Candidate,
  GroundInput,
  type GroundOutput,
  type Json,
  type Protocol,
} from '@magi/contracts';
import { choosePanel, type RoutingDecision } from '@magi/scanners';
import { reviewsCommit } from '../composition/change-request.ts';
import type { EffectHandler } from '../composition/effect-runner.ts';
import { withOwnSarifChecks } from '../composition/own-sarif-checks.ts';
import { panelError } from '../composition/panel-error.ts';
import { offlineConfig, type RunSettings } from '../composition/run-settings.ts';
import { type TrustedFiles, trustedFiles } from '../composition/trusted-files.ts';
import { failure } from '../composition/workspace.ts';

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
      const drift = driftOf(input, candidate) ?? (await placeDrift(grounds, candidate));
      return { ...grounded.output, ...(drift === null ? {} : { drift }) } as Json;
    },
  };
}

/** @throws what a person has to mend: `MAGI_CHANGE_…`, `MAGI_PANEL_…`, exit 2 or 5 */
export async function ground(
  { repository, protocol, settings }: Grounds,
  input: Pick<GroundInput, 'request' | 'goal'>,
  options: { readonly signal?: AbortSignal; readonly files?: TrustedFiles } = {},
): Promise<Grounded> {
  const chosenConfig = settings.offline ? offlineConfig(settings.config) : settings.config;
  const config = await withOwnSarifChecks(chosenConfig, repository.root);
  const resolved = await resolveCandidate(repository, input.request, {
    marksFrom: reviewsCommit(input.request) ? 'base' : 'head',
    ...(input.goal !== undefined && { goal: input.goal }),
    ...(config.exclude !== undefined && { exclude: config.exclude }),
    ...(config.base !== undefined && { defaultBranch: config.base }),
    ...(options.signal !== undefined && { signal: options.signal }),
  });
  if (!resolved.ok) throw failure('CHANGE', resolved.error);
  const files = options.files ?? (await trustedFiles(repository, input.request));
  try {
    const chosen = await choosePanel({
      candidate: resolved.value,
      readBase: (path) => files.readBytes(path),
      listBase: () => files.list(),
      config,
      protocol,
      ...(settings.scanners !== undefined && { scanners: settings.scanners }),
    });
    if (!chosen.ok) throw panelError(chosen.error);
    const { panel, configHash, routing } = chosen.value;
    const output = { candidate: resolved.value, panel, configHash, dispositions: [] };
    return { output, routing };
  } finally {
    if (options.files === undefined) await files.dispose();
  }
}

type Drift = NonNullable<GroundOutput['drift']>;

/** Says when the repository is not where the loop believes it to be. */
function driftOf(input: GroundInput, { base, head }: Candidate): Drift | null {
  const { expectedHead, expectedBase } = input;
  if (expectedHead !== undefined && expectedHead !== head.commit && expectedHead !== head.tree) {
    const message = `The head moved from ${expectedHead} to ${head.commit ?? head.tree}.`;
    return { kind: 'head_moved', message };
  }
  if (expectedBase !== undefined && expectedBase !== base.commit && expectedBase !== base.tree) {
    const message = `The base moved from ${expectedBase} to ${base.commit ?? base.tree}.`;
    return { kind: 'base_moved', message };
  }
  return null;
}

/**
 * A loop moves the user's branch, so the checkout must stand on it and hold nothing that is not
 * committed, and what it is compared with must stay: neither somebody's unfinished work nor a moved
 * base may slip into a verdict.
 */
async function placeDrift(
  { repository, settings: { place } }: Grounds,
  { head }: Candidate,
): Promise<Drift | null> {
  if (place === undefined) return null;
  const baseTip = await commitAt(repository, place.base);
  if (baseTip !== place.baseTip) {
    const now = baseTip ?? 'nothing';
    return { kind: 'base_drift', message: `${place.base} moved from ${place.baseTip} to ${now}.` };
  }
  const now = await integrityOf(repository);
  if (place.branch !== null && now.head !== place.branch) {
    return {
      kind: 'branch_switched',
      message: `The checkout left ${place.branch} for ${now.head}.`,
    };
  }
  if (now.worktree === head.tree) return null;
  return {
    kind: 'dirty_worktree',
    message: 'The checkout holds changes that are not committed: commit or stash them first.',
  };
}
