import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { HeldLock, Repository } from '@magi/change';
import type { Budget, ChangeRequest, Protocol, RunInput } from '@magi/contracts';
import { type RunHandle, startRun } from '@magi/engine';
import type { MaintainedLog } from '@magi/event-log';
import type { PipelineSpec } from '@magi/protocols';
import type { CommandContext } from '../command-context.ts';
import { type Grounded, ground } from '../effects/ground.ts';
import type { AgentDesk } from './agent-desk.ts';
import { checkFixer, chooseFixer } from './choose-fixer.ts';
import { chooseProtocol } from './choose-protocol.ts';
import { systemClock } from './clock.ts';
import { type LoadedConfig, loadConfig, loadNamedConfig } from './config/load-config.ts';
import type { EffectHandlers } from './effect-runner.ts';
import { lockLoop } from './lock-loop.ts';
import { loopEffects } from './loop-effects.ts';
import { pipelineStart } from './pipeline-start.ts';
import { type ProjectWishes, projectWishes } from './project-spec.ts';
import { publicationPlace } from './publication-place.ts';
import { createReviewHost, type ReviewHost } from './review-host.ts';
import { createRunId } from './run-id.ts';
import { offlineConfig, pinSettings, type RunSettings } from './run-settings.ts';
import type { StateFolders } from './state-folder.ts';
import { openStateLog, refuseLinkedState } from './state-log.ts';
import { type TrustedFiles, trustedFiles } from './trusted-files.ts';
import { unfinishedLoop, unfinishedText } from './unfinished-loop.ts';

/** A run that goes on, and what has to be let go of when it rests. */
export interface LivingRun {
  readonly handle: RunHandle;
  readonly log: MaintainedLog;
  readonly host: ReviewHost;
  readonly repository: Repository;
  readonly settings: RunSettings;
  /** The right to work on the candidate, of a loop. */
  readonly lock?: HeldLock;
}

/** What a review is started from. */
export interface ReviewStart {
  readonly repository: Repository;
  readonly folders: StateFolders;
  readonly request: ChangeRequest;
  readonly flags: {
    readonly goal?: string;
    readonly protocol?: string;
    readonly scanners?: readonly string[];
    readonly config?: string;
    readonly offline?: true;
    readonly requireAll?: true;
    readonly samples?: number;
    readonly fresh?: true;
  };
  /** Limits that the command line sets. */
  readonly budget?: Partial<Budget>;
  /** Present when the run goes on to mend what it finds. */
  readonly loop?: LoopStart;
}

/** What a loop is started with beside a review. */
export interface LoopStart {
  readonly fixer?: string;
  readonly place: NonNullable<RunSettings['place']>;
  readonly validations: RunInput['validations'];
  readonly publication?: Protocol['publication'];
  /** The one target that the user allows, as `REMOTE/BRANCH`. */
  readonly publishTo?: string;
  /** Specification of a pipeline: its protocol, and who works and who reviews. */
  readonly spec?: PipelineSpec;
}

/**
 * Starts a review. Candidate, configuration and panel are looked at before, so that a mistake of the
 * user ends the command and leaves no run behind.
 */
export async function startReview(
  context: CommandContext,
  { repository, folders, request, flags, budget, loop }: ReviewStart,
): Promise<LivingRun> {
  const warn = (message: string): void => context.terminal.err(`warning: ${message}\n`);
  await refuseLinkedState(folders);
  const files = await trustedFiles(repository, request);
  let first: Grounded;
  let settings: RunSettings;
  let input: RunInput;
  try {
    const loaded = await configOf(context, files, flags.config);
    loaded.warnings.forEach(warn);
    const wishes = await projectWishes(files, repository.root);
    const spec = loop?.spec;
    const seats = spec && pipelineStart(spec, loaded.config, { ...loop, ...flags });
    const asked = seats === undefined ? flags : { ...flags, scanners: seats.scanners };
    settings = settingsFrom({ ...loaded, ...seats }, asked, { loop, wishes });
    const chosen = spec?.protocol ?? chooseProtocol(loaded.config, flags.protocol);
    const protocol = asAsked(chosen, budget, loop);
    const named = seats?.fixer ?? loop?.fixer ?? settings.config.fixer ?? 'builtin';
    const fixer = loop === undefined ? undefined : named;
    const { offline, config } = settings;
    if (fixer !== undefined) checkFixer(fixer, offline ? offlineConfig(config) : config);
    settings = await withPublication(settings, { repository, protocol, loop });
    const wanted = flags.goal ?? (seats?.goal || wishes.goal);
    const goal = wanted === undefined ? {} : { goal: wanted };
    first = await ground({ repository, protocol, settings }, { request, ...goal }, { files });
    input = {
      mode: loop === undefined ? 'review' : 'loop',
      request,
      ...goal,
      protocol,
      requireAll: flags.requireAll ?? false,
      ...(settings.config.wording !== undefined && !settings.offline && { mergeWording: true }),
      validations: [...(loop?.validations ?? []), ...configured(loop, settings)],
      ...(fixer === undefined ? {} : { fixer }),
      settings: pinSettings(settings),
    };
  } finally {
    await files.dispose();
  }
  const run = createRunId(Date.now());
  const { place } = settings;
  const lock = place === undefined ? undefined : await lockLoop(repository, run, place);
  try {
    const living = await begin(context, { repository, folders, warn, run, input, settings, first });
    return lock === undefined ? living : { ...living, lock };
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

interface Beginning {
  readonly repository: Repository;
  readonly folders: StateFolders;
  readonly warn: (message: string) => void;
  readonly run: string;
  readonly input: RunInput;
  readonly settings: RunSettings;
  readonly first: Grounded;
}

async function begin(
  { env, workerUrl, version }: CommandContext,
  { repository, folders, warn, run, input, settings, first }: Beginning,
): Promise<LivingRun> {
  const { log, dir } = await openStateLog(folders, warn);
  const { place } = settings;
  const left = place === undefined ? null : await unfinishedLoop(log, place.branch);
  if (left !== null) warn(unfinishedText(left));
  const { protocol } = input;
  const host = createReviewHost({
    repository,
    protocol,
    settings,
    stateDir: dir,
    workerUrl,
    env,
    first,
    more: loopEffectsOf({ repository, input, settings, env }),
  });
  const handle = await startRun({ ...portsOf(log, host), run, input, magiVersion: version });
  return { handle, log, host, repository, settings };
}

/** What the engine is given of the outside, the same for new and resumed runs. */
export function portsOf(log: MaintainedLog, host: ReviewHost) {
  return {
    log,
    runner: host.runner,
    redact: host.redact,
    clock: systemClock,
    owner: { pid: process.pid, host: hostname() },
  };
}

async function configOf(
  { cwd }: CommandContext,
  files: TrustedFiles,
  named: string | undefined,
): Promise<LoadedConfig> {
  if (named === undefined) return loadConfig(files);
  return loadNamedConfig(resolve(cwd, named), (path) => readFile(path, 'utf8').catch(() => null));
}

/** The handlers of a loop, for new and resumed runs alike; none for a review. */
export function loopEffectsOf({
  repository,
  input,
  settings,
  env,
}: {
  readonly repository: Repository;
  readonly input: RunInput;
  readonly settings: RunSettings;
  readonly env: NodeJS.ProcessEnv;
}): (agents: AgentDesk) => EffectHandlers {
  if (input.mode === 'review') return () => ({});
  const { branch = null, remote = null } = settings.place ?? {};
  const { protocol, validations: commands, fixer = 'builtin' } = input;
  return (agents) =>
    loopEffects({
      repository,
      branch,
      remote,
      fixer: chooseFixer(fixer, { protocol, env, agentFixer: (agent) => agents.fixer(agent) }),
      commands,
      env,
    });
}

/** Validation commands of the project, unless the command line named its own. */
function configured(loop: LoopStart | undefined, { config }: RunSettings): RunInput['validations'] {
  if (loop === undefined || loop.validations.length > 0) return [];
  return (config.validate ?? []).map((command) => ({ ...command }));
}

/** The protocol with the limits and the publication of the command line. */
function asAsked(
  protocol: Protocol,
  budget: Partial<Budget> | undefined,
  loop: LoopStart | undefined,
): Protocol {
  const { publication = protocol.publication } = loop ?? {};
  return { ...protocol, publication, budget: { ...protocol.budget, ...budget } };
}

async function withPublication(
  settings: RunSettings,
  {
    repository,
    protocol,
    loop,
  }: {
    readonly repository: Repository;
    readonly protocol: Protocol;
    readonly loop: LoopStart | undefined;
  },
): Promise<RunSettings> {
  if (loop === undefined) return settings;
  const { branch } = loop.place;
  const remote = await publicationPlace(repository, protocol, { branch, named: loop.publishTo });
  return remote === null ? settings : { ...settings, place: { ...loop.place, remote } };
}

function settingsFrom(
  { config, source }: LoadedConfig,
  flags: ReviewStart['flags'],
  { loop, wishes }: { readonly loop: LoopStart | undefined; readonly wishes: ProjectWishes },
): RunSettings {
  return {
    config,
    configSource: source,
    offline: flags.offline ?? false,
    ...(flags.scanners !== undefined && { scanners: [...flags.scanners] }),
    ...(flags.samples !== undefined && { samples: flags.samples }),
    ...(flags.fresh && { fresh: true }),
    ...(wishes.artifacts !== undefined && { artifacts: wishes.artifacts }),
    ...(loop !== undefined && { place: loop.place }),
  };
}
