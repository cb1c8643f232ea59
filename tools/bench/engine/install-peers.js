import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Puts the peers of the round bench into a scratch folder, never into our lock file.
 *
 *   node tools/bench/engine/install-peers.js FOLDER
 *   MAGI_BENCH_PEERS=FOLDER node tools/bench/engine/run.js round
 *
 * The sqlite saver of the peer needs a native module that is compiled here (python3 and g++).
 */
const folder = process.argv[2];
if (!folder) throw new Error('say where: node tools/bench/engine/install-peers.js FOLDER');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'package.json'), '{ "name": "bench-peers", "private": true }\n');
const packages = [
  '@langchain/langgraph@1.7.3',
  '@langchain/core@1.4.0',
  '@langchain/langgraph-checkpoint-sqlite@1.0.4',
];
run(['install', '-E', '--ignore-scripts', ...packages]);
run(['rebuild', 'better-sqlite3', '--build-from-source']);

/** @param {readonly string[]} args */
function run(args) {
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm ${args[0]} failed`);
}
