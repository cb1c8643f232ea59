import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Repository } from '@magi/change';
import type { Budget, ChangeRequest, Protocol, RunInput } from '@magi/contracts';
import type { PipelineSpec } from '@magi/protocols';
import type { CommandContext } from '../command-context.ts';
import { type Grounded, ground } from '../effects/ground.ts';
import { checkFixer } from './choose-fixer.ts';
import { chooseProtocol } from './choose-protocol.ts';
import {
  type ConfigFiles,
  type LoadedConfig,
  loadConfig,
  loadNamedConfig,
} from './config/load-config.ts';
import { pipelineStart } from './pipeline-start.ts';
import { type ProjectWishes, projectWishes } from './project-spec.ts';
import { publicationPlace } from './publication-place.ts';
import { offlineConfig, pinSettings, type RunSettings } from './run-settings.ts';
import type { StateFolders } from './state-folder.ts';
import { trustedFiles } from './trusted-files.ts';

/** What the command line says of any run that is started. */
export interface StartFlags {
  readonly goal?: string;
  readonly protocol?: string;
  readonly scanners?: readonly string[];
  readonly config?: string;
  readonly offline?: true;
  readonly requireAll?: true;
  readonly samples?: number;
  readonly fresh?: true;
}

/** What a review is started from. */
export interface ReviewStart {
  readonly repository: Repository;
  readonly folders: StateFolders;
  readonly request: ChangeRequest;
  readonly flags: StartFlags;
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

/** All that a run is started with. */
export interface RunPlan {
  readonly input: RunInput;
  readonly settings: RunSettings;
  /** Candidate and panel of the first round. */
  readonly first: Grounded;
}

/**
 * Looks at configuration, protocol, fixer, publication, candidate and panel, in this order.
 *
 * @throws what a person has to mend, before there is a run
 */
export async function planRun(
  context: CommandContext,
  start: ReviewStart,
  warn: (message: string) => void,
): Promise<RunPlan> {
  const { repository, request, flags, budget, loop } = start;
  const files = await trustedFiles(repository, request);
  try {
    const loaded = await configOf(context, files, flags.config);
    loaded.warnings.forEach(warn);
    const wishes = await projectWishes(files, repository.root);
    const spec = loop?.spec;
    const seats = spec && pipelineStart(spec, loaded.config, { ...loop, ...flags });
    const asked = seats === undefined ? flags : { ...flags, scanners: seats.scanners };
    const wished = settingsFrom({ ...loaded, ...seats }, asked, { loop, wishes });
    const chosen = spec?.protocol ?? chooseProtocol(loaded.config, flags.protocol);
    const protocol = asAsked(chosen, budget, loop);
    const fixer = loop && (seats?.fixer ?? fixerOf(loop, wished));
    if (fixer !== undefined) checkFixer(fixer, configFor(wished));
    const settings = await withPublication(wished, { repository, protocol, loop });
    const wanted = flags.goal ?? (seats?.goal || wishes.goal);
    const goal = wanted === undefined ? {} : { goal: wanted };
    const first = await ground({ repository, protocol, settings }, { request, ...goal }, { files });
    const input: RunInput = {
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
    return { input, settings, first };
  } finally {
    await files.dispose();
  }
}

function fixerOf(loop: LoopStart, { config }: RunSettings): string {
  return loop.fixer ?? config.fixer ?? 'builtin';
}

function configFor({ offline, config }: RunSettings): RunSettings['config'] {
  return offline ? offlineConfig(config) : config;
}

/** The configuration that `--config` names, or the one of `files`. */
export async function configOf(
  { cwd }: Pick<CommandContext, 'cwd'>,
  files: ConfigFiles,
  named: string | undefined,
): Promise<LoadedConfig> {
  if (named === undefined) return loadConfig(files);
  return loadNamedConfig(resolve(cwd, named), (path) => readFile(path, 'utf8').catch(() => null));
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
