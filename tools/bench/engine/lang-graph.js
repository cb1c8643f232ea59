import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { instantAnswers } from './instant-runner.js';
import { benchInput } from './rounds.js';

/**
 * The same steps in LangGraph JS with its memory and its sqlite saver: ground, five scanners in
 * parallel, consolidate and decide, fix, promote, and round again. The same panel gives the same
 * answers, the same functions merge and decide, and the state remembers what ours remembers, so
 * that both sides could go on with it.
 *
 * The peer is not a dependency. `node tools/bench/engine/install-peers.js` puts it into a scratch
 * folder, whose path goes into MAGI_BENCH_PEERS; without it there is no such side.
 *
 * @param {any} magi
 * @param {'memory' | 'sqlite'} kind
 */
export async function langGraphSide(magi, kind) {
  const require = createRequire(join(peers(), 'package.json'));
  const load = (/** @type {string} */ name) => import(pathToFileURL(require.resolve(name)).href);
  const graphs = await load('@langchain/langgraph');
  const dir = mkdtempSync(join(tmpdir(), 'magi-peer-'));
  const { SqliteSaver } = await load('@langchain/langgraph-checkpoint-sqlite');
  const stored = SqliteSaver.fromConnString(join(dir, 'checkpoints.db'));
  return {
    async play(/** @type {number} */ rounds) {
      const saver = kind === 'sqlite' ? stored : new graphs.MemorySaver();
      await play(magi, graphs, saver, rounds);
    },
    size: async () => ({}),
    close: async () => rmSync(dir, { recursive: true }),
  };
}

/** Says whether the peer can play. */
export function isPeerInstalled() {
  return existsSync(join(peers(), 'node_modules/@langchain/langgraph'));
}

function peers() {
  return process.env.MAGI_BENCH_PEERS ?? 'nowhere';
}

let threads = 0;

/** @param {any} magi @param {any} graphs @param {any} checkpointer @param {number} rounds */
async function play(magi, graphs, checkpointer, rounds) {
  const app = loopOf(magi, graphs, rounds).compile({ checkpointer });
  threads += 1;
  const end = await app.invoke(
    {},
    { configurable: { thread_id: `t${threads}` }, recursionLimit: rounds * 6 + 10 },
  );
  if (end.history.length !== rounds)
    throw new Error(`the peer played ${end.history.length} rounds`);
}

/** @param {any} magi @param {any} graphs @param {number} rounds */
function loopOf(magi, { Annotation, END, START, StateGraph }, rounds) {
  const { answers, panel } = instantAnswers(magi);
  const { protocol } = benchInput(magi, rounds);
  /** @param {any} start */
  const newest = (start) =>
    Annotation({
      reducer: (/** @type {any} */ _, /** @type {any} */ next) => next,
      default: () => start,
    });
  /** @param {number} kept */
  const list = (kept) =>
    Annotation({
      reducer: (/** @type {any[]} */ old, /** @type {any[]} */ more) =>
        [...old, ...more].slice(-kept),
      default: () => [],
    });
  const State = Annotation.Root({
    round: newest(1),
    candidate: newest(null),
    panel: newest([]),
    reviews: list(panel.length),
    history: list(Infinity),
    decision: newest(null),
    attempts: list(Infinity),
  });
  /** @type {Record<string, (state: any) => object>} */
  const steps = {
    ground: ({ round }) => {
      const { candidate, panel } = answers.ground({ round });
      return { candidate, panel };
    },
    consolidate: (state) => {
      const task = { ...state, protocol, requireAll: false, dispositions: [], mergeWording: false };
      const record = { round: state.round, consolidation: magi.consolidate(task), signals: [] };
      const spent = {
        reviews: state.round,
        attempts: state.round - 1,
        conflicts: 0,
        attemptFailures: 0,
      };
      const history = [...state.history, record];
      const decision = magi.decideRound({ history, protocol, mode: 'loop', spent });
      return { history: [record], decision };
    },
    fix: ({ candidate, round }) => ({ attempts: [answers.fix({ candidate, attempt: round })] }),
    promote: ({ attempts, round }) => {
      answers.promote(attempts.at(-1));
      return { round: round + 1 };
    },
  };
  const graph = new StateGraph(State);
  for (const [name, step] of Object.entries(steps)) {
    graph.addNode(name, async (/** @type {any} */ state) => step(state));
  }
  for (const scanner of panel) {
    graph.addNode(scanner.id, async (/** @type {any} */ { candidate }) => ({
      reviews: [answers.scan({ scanner, candidate })],
    }));
    graph.addEdge('ground', scanner.id);
  }
  const ids = panel.map(({ id }) => id);
  return graph
    .addEdge(START, 'ground')
    .addEdge(ids, 'consolidate')
    .addConditionalEdges('consolidate', (/** @type {any} */ { decision }) =>
      decision.next === 'fix' ? 'fix' : END,
    )
    .addEdge('fix', 'promote')
    .addEdge('promote', 'ground');
}
