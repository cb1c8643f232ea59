import { type Command, Option } from '@commander-js/extra-typings';
import { type Json, type MachineGraph, MagiError } from '@magi/contracts';
import { cachedLayout } from '@magi/engine';
import { activeStates, allGraphs, replay, toMermaid, toSvg, toTree } from '@magi/engine/replay';
import { findProtocol, protocols } from '@magi/protocols';
import type { CommandContext } from '../command-context.ts';
import { findRun } from '../composition/find-run.ts';
import { parseCount } from '../composition/parse-option.ts';
import { readRun } from '../composition/read-run.ts';
import { didYouMean } from '../composition/suggest.ts';
import { layoutStores } from '../inspect/layout-stores.ts';

const formats = ['mermaid', 'svg', 'json', 'tree'] as const;

interface GraphFlags {
  readonly format: (typeof formats)[number];
  readonly machine: string;
  readonly at?: number;
}

export function configure(command: Command, context: CommandContext): void {
  command
    .argument('[what]', 'a protocol, or a run whose active states are marked', 'magi')
    .addOption(
      new Option('--format <format>', 'how to draw').choices(formats).default('mermaid' as const),
    )
    .option('--machine <name>', 'which statechart; json prints all of them', 'run')
    .option('--at <seq>', 'of a run: the states after this entry (default: the newest)', parseCount)
    .addHelpText('after', '\nOne set of statecharts runs every protocol: a protocol is data.\n')
    .action((what, flags) => run(context, what, flags));
}

async function run(context: CommandContext, what: string, flags: GraphFlags): Promise<void> {
  const isProtocol = findProtocol(what) !== undefined;
  const values = isProtocol ? {} : await statesOf(context, what, flags.at);
  const graphs = allGraphs();
  const graph = machineNamed(graphs, flags.machine);
  const active = Object.entries(values)
    .filter(([address]) => machineOf(address) === graph.id)
    .flatMap(([, value]) => activeStates(graph, value));
  const { out } = context.terminal;
  if (flags.format === 'mermaid') out(toMermaid(graph, active));
  else if (flags.format === 'svg') {
    const layout = await cachedLayout(graph, ...(await layoutStores(context)));
    out(toSvg(graph, layout, { active }));
  } else if (flags.format === 'tree') out(toTree(graph, active));
  else {
    const protocol = isProtocol ? what : null;
    out(`${JSON.stringify({ schemaVersion: 1, protocol, active: values, graphs }, null, 2)}\n`);
  }
}

/** The machine behind an address: `run/scan.core` is played by `scan`. */
function machineOf(address: string): string {
  const last = address.slice(address.lastIndexOf('/') + 1);
  return last.split('.')[0] ?? last;
}

function machineNamed(graphs: readonly MachineGraph[], name: string): MachineGraph {
  const graph = graphs.find(({ id }) => id === name);
  if (graph !== undefined) return graph;
  const known = graphs.map(({ id }) => id);
  throw new MagiError(
    'MAGI_MACHINE_NAME',
    `There is no statechart "${name}".${didYouMean(name, known)}`,
    {
      hint: `There are ${known.join(', ')}.`,
      exitCode: 2,
    },
  );
}

async function statesOf(
  context: CommandContext,
  reference: string,
  at: number | undefined,
): Promise<Readonly<Record<string, Json>>> {
  try {
    const found = await findRun(context, reference);
    try {
      const entries = await readRun(found.log, found.run);
      return replay(entries, at === undefined ? {} : { at }).view.value;
    } finally {
      await found.close();
    }
  } catch (error) {
    if (!(error instanceof MagiError) || error.code !== 'MAGI_RUN_UNKNOWN') throw error;
    const known = protocols().map(({ id }) => id);
    throw new MagiError(
      'MAGI_GRAPH_UNKNOWN',
      `"${reference}" is neither a protocol nor a run here.${didYouMean(reference, known)}`,
      { hint: `Protocols are ${known.join(', ')}; magi runs lists the runs.`, exitCode: 2 },
    );
  }
}
