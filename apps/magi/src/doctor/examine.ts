import { createRequire } from 'node:module';
import { detectAgents, probeSandbox } from '@magi/agents';
import { MagiError } from '@magi/contracts';
import type { CommandContext } from '../command-context.ts';
import { systemClock } from '../composition/clock.ts';
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
    ...(await agents(context)),
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

async function agents({ env }: CommandContext): Promise<Examination[]> {
  const { signal } = new AbortController();
  const known = await detectAgents({ env, signal, clock: systemClock });
  const installed = known.filter((agent) => agent.installed);
  if (installed.length === 0) {
    const text = 'none on PATH; built-in scanners need none';
    return [{ name: 'agents', state: 'ok', text }];
  }
  return installed.map(({ name, version, problem }) => ({
    name: `agent ${name}`,
    state: problem === undefined ? 'ok' : 'warn',
    text: version ?? 'did not say its version',
    ...(problem !== undefined && { hint: problem }),
  }));
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
