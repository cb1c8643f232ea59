import { langGraphSide } from './lang-graph.js';
import { magiSide } from './magi-side.js';
import { sampleOf } from './rounds.js';

/*
 * One side of the round bench in a process of its own, so that none is compiled for the shapes of
 * another's data or pays for another's memory. Plays when it is told to.
 */
const [bundle, name, plan] = JSON.parse(process.argv[2] ?? '[]');
const magi = await import(bundle);
const [system, kind] = name.split(' ');
const side = system === 'magi' ? await magiSide(magi, kind) : await langGraphSide(magi, kind);
for (let turn = 0; turn < plan.warmUp; turn += 1) await side.play(plan.rounds);

process.on('message', async (wanted) => {
  if (wanted === 'sample') process.send?.(await sampleOf(plan, side.play));
  if (wanted === 'size') process.send?.(await side.size(plan.rounds));
  if (wanted !== 'close') return;
  await side.close();
  process.disconnect();
});
process.send?.('ready');
