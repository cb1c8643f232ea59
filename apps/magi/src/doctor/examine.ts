import { createRequire } from 'node:module';
import { probeSandbox } from '@magi/agents';
import { type MagiConfig, MagiError } from '@magi/contracts';
import { surveyAgents } from '../agents/survey-agents.ts';
import type { CommandContext } from '../command-context.ts';
import { loadConfig } from '../composition/config/load-config.ts';
import { openStateLog } from '../composition/state-log.ts';
import { workingTreeFiles } from '../composition/trusted-files.ts';
import { findWorkspace, type Workspace } from '../composition/workspace.ts';
import type { Examination } from './examination.ts';

/** Packages with a native part that scanners use when they are there. */
const tools = [
  'oxlint',
  'oxlint-tsgolint',
  'jscpd',
  '@ast-grep/napi',
  '@astral-sh/ruff-wasm-nodejs',
];

/** Examines everything; nothing is changed but an empty log where there is none yet. */
export async function examine(context: CommandContext): Promise<Examination[]> {
  const workspace = await findWorkspace(context);
  return [
    nodeVersion(),
    repository(workspace),
    await state(workspace),
    await configuration(workspace),
    ...tools.map(tool),
    ...(await agents(context, workspace)),
    sandbox(context),
  ];
}

function nodeVersion(): Examination {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isEnough = major > 20 || (major === 20 && minor >= 19);
  return isEnough
    ? { name: 'node', state: 'ok', text: process.version }
    : {
        name: 'node',
        state: 'fail',
        text: `${process.version} is too old`,
        hint: 'Use 20.19 or newer.',
      };
}

function repository({ repository: found, problem }: Workspace): Examination {
  if (found !== null) {
    const text = found.shallow ? `${found.root} (shallow: merge bases may be missing)` : found.root;
    return { name: 'repository', state: found.shallow ? 'warn' : 'ok', text };
  }
  const { message = 'none', hint } = problem ?? {};
  return { name: 'repository', state: 'fail', text: message, ...(hint !== undefined && { hint }) };
}

async function state({ folders }: Workspace): Promise<Examination> {
  const warnings: string[] = [];
  try {
    const { log, dir } = await openStateLog(folders, (message) => warnings.push(message));
    await log.close();
    return {
      name: 'log',
      state: warnings.length > 0 ? 'warn' : 'ok',
      text: [dir, ...warnings].join('; '),
    };
  } catch (error) {
    return failed('log', error);
  }
}

async function configuration({ repository: found }: Workspace): Promise<Examination> {
  if (found === null) return { name: 'configuration', state: 'ok', text: 'defaults' };
  try {
    const { source } = await loadConfig(workingTreeFiles(found.root));
    return { name: 'configuration', state: 'ok', text: source ?? 'defaults' };
  } catch (error) {
    return failed('configuration', error);
  }
}

function tool(name: string): Examination {
  try {
    createRequire(import.meta.url).resolve(`${name}/package.json`);
    return { name, state: 'ok', text: 'installed' };
  } catch {
    const hint = 'Checks that rest on it are not evaluated; reviews say so.';
    return { name, state: 'warn', text: 'not installed', hint };
  }
}

async function agents(
  { env }: CommandContext,
  { repository: found }: Workspace,
): Promise<Examination[]> {
  const { signal } = new AbortController();
  const config = await configOf(found);
  const all = await surveyAgents({ config, env, signal, ask: false });
  const there = all.filter(({ isConfigured, installed }) => isConfigured || installed);
  if (there.length === 0) {
    const text = 'none configured and none on PATH; built-in scanners need none';
    return [{ name: 'agents', state: 'ok', text }];
  }
  return there.map(({ name, isConfigured, version, usedBy, what, problem }) => {
    const text = [
      what,
      ...(version === null ? [] : [version]),
      isConfigured ? `asked by ${usedBy.join(', ') || 'nobody'}` : 'not configured',
    ].join(', ');
    const isNeeded = usedBy.length > 0;
    return {
      name: `agent ${name}`,
      state: problem === null ? 'ok' : isNeeded ? 'fail' : 'warn',
      text: problem === null ? text : `${text}: ${problem}`,
      ...(isNeeded && { hint: 'Reviews that need it stay incomplete; --offline leaves it out.' }),
    };
  });
}

/** A configuration that cannot be read is reported on its own line. */
async function configOf(found: Workspace['repository']): Promise<MagiConfig> {
  if (found === null) return {};
  return loadConfig(workingTreeFiles(found.root)).then(
    ({ config }) => config,
    () => ({}),
  );
}

function sandbox({ env }: CommandContext): Examination {
  const probe = probeSandbox(env);
  return probe.usable
    ? { name: 'sandbox', state: 'ok', text: probe.program }
    : { name: 'sandbox', state: 'warn', text: probe.why, hint: 'Only agents need it.' };
}

function failed(name: string, error: unknown): Examination {
  const { message } = error as Error;
  const hint = error instanceof MagiError ? error.hint : undefined;
  return { name, state: 'fail', text: message, ...(hint !== undefined && { hint }) };
}
