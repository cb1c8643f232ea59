import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * One life of a run: starts it or goes on with it, until it is finished or killed.
 *
 *   node worker.js BUNDLE FOLDER [KILL_AT]
 *
 * With KILL_AT the process kills itself right after that entry is durable. Every start and end of an
 * effect is written to a ledger beside the log, which the harness holds against the log.
 */
const [, , bundle = '', folder = '', killAt] = process.argv;
const magi = await import(bundle);
const { fiveScanners, script } = await import('./scenario.js');

/** Time runs twenty times faster, so that back-off and deadlines are real and short. */
const clock = {
  now: () => Date.now(),
  setTimeout: (/** @type {() => void} */ callback, /** @type {number} */ ms) =>
    setTimeout(callback, ms / 20),
  clearTimeout: (/** @type {any} */ handle) => clearTimeout(handle),
};
const note = (/** @type {string} */ line) => appendFileSync(join(folder, 'ledger'), `${line}\n`);
const runner = script(magi, note);
const log = await magi.openEmbeddedLog({ dir: folder });
const ports = { log, runner, clock, run: 'run1', owner: { pid: process.pid, host: 'bench' } };
const isNew = (await firstEntry()) === null;
const handle = isNew
  ? await magi.startRun({ ...ports, magiVersion: 'bench', input: fiveScanners(magi) })
  : await magi.resumeRun(ports);
handle.subscribe((/** @type {any} */ update) => {
  if (update.type === 'entry' && update.entry.seq === Number(killAt))
    process.kill(process.pid, 'SIGKILL');
});
if (killAt !== undefined && handle.view().seq >= Number(killAt))
  process.kill(process.pid, 'SIGKILL');
let end = await handle.done;
while (end.state === 'parked') {
  const { id } = end.view.question;
  await handle.send(
    { type: 'decision.made', question: id, option: 'accept', by: 'bench' },
    'bench',
  );
  end = await handle.done;
}
await log.close();

async function firstEntry() {
  for await (const { entry } of magi.readEntries(log, 'run1', { to: 0 })) return entry;
  return null;
}
