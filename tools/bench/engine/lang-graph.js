import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROUNDS, WARM_UP } from './rounds.js';

/**
 * The same steps in LangGraph JS with its memory and its sqlite saver: ground, five scanners in
 * parallel, consolidate, fix, and round again.
 *
 * The peer is not a dependency. `node tools/bench/engine/install-peers.js` puts it into a scratch
 * folder, whose path goes into MAGI_BENCH_PEERS; without it only our own figures are printed.
 *
 * @param {number} samples
 */
export async function langGraph(samples) {
  const folder = process.env.MAGI_BENCH_PEERS;
  if (!folder || !existsSync(join(folder, 'node_modules/@langchain/langgraph'))) {
    return { langGraph: 'not installed' };
  }
  const require = createRequire(join(folder, 'package.json'));
  const load = (/** @type {string} */ name) => import(pathToFileURL(require.resolve(name)).href);
  const graphs = await load('@langchain/langgraph');
  /** @type {Record<string, () => any>} */
  const savers = { memory: () => new graphs.MemorySaver() };
  try {
    const { SqliteSaver } = await load('@langchain/langgraph-checkpoint-sqlite');
    savers.sqlite = () => SqliteSaver.fromConnString(join(folder, `bench-${process.pid}.db`));
  } catch (error) {
    console.error(`sqlite saver: ${error}`);
  }
  /** @type {Record<string, object>} */
  const rows = {};
  for (const [name, saver] of Object.entries(savers)) {
    const cpu = [];
    const wall = [];
    for (let turn = 0; turn < WARM_UP; turn += 1) await play(graphs, saver());
    for (let sample = 0; sample < samples; sample += 1) {
      const one = await play(graphs, saver());
      cpu.push(one.cpuMs / ROUNDS);
      wall.push(one.wallMs / ROUNDS);
    }
    rows[`langGraph ${name}`] = { cpuMsPerRound: median(cpu), wallMsPerRound: median(wall) };
  }
  return rows;
}

/** @param {any} graphs @param {any} checkpointer */
async function play(graphs, checkpointer) {
  const { Annotation, END, START, StateGraph } = graphs;
  const State = Annotation.Root({
    round: Annotation({
      reducer: (/** @type {any} */ _, /** @type {any} */ next) => next,
      default: () => 1,
    }),
    reviews: Annotation({
      reducer: (/** @type {any[]} */ old, /** @type {any[]} */ more) => [...old, ...more].slice(-5),
      default: () => [],
    }),
    history: Annotation({
      reducer: (/** @type {any[]} */ old, /** @type {any[]} */ more) => [...old, ...more],
      default: () => [],
    }),
  });
  const names = ['core', 'security', 'performance', 'style', 'tests'];
  const graph = new StateGraph(State).addNode('ground', async (/** @type {any} */ { round }) => ({
    round,
  }));
  for (const name of names)
    graph.addNode(name, async (/** @type {any} */ { round }) => ({
      reviews: [{ scanner: name, round, checks: { [`${name}_is_fine`]: name !== 'core' } }],
    }));
  graph
    .addNode('consolidate', async (/** @type {any} */ { reviews, round }) => ({
      history: [
        {
          round,
          fine: reviews.every((/** @type {any} */ { checks }) =>
            Object.values(checks).every(Boolean),
          ),
        },
      ],
    }))
    .addNode('fix', async (/** @type {any} */ { round }) => ({ round: round + 1 }))
    .addEdge(START, 'ground');
  for (const name of names) graph.addEdge('ground', name);
  graph
    .addEdge(names, 'consolidate')
    .addConditionalEdges('consolidate', (/** @type {any} */ { round }) =>
      round >= ROUNDS ? END : 'fix',
    )
    .addEdge('fix', 'ground');
  const app = graph.compile({ checkpointer });
  const before = process.cpuUsage();
  const started = performance.now();
  await app.invoke(
    {},
    { configurable: { thread_id: `t${Math.random()}` }, recursionLimit: ROUNDS * 5 + 10 },
  );
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1000, wallMs: performance.now() - started };
}

/** @param {readonly number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return Number((sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(2));
}
