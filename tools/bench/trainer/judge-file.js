import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { loadPackage } from '../load-package.js';

/* Reads training runs from a file, judges them, and prints time and peak memory as JSON. */
const trainer = await loadPackage('packages/trainer/src/index.ts', { external: ['ts-morph'] });
const { plainProtocol } = await loadPackage('packages/trainer/src/testing/index.ts');
const started = performance.now();
const before = process.cpuUsage();
let count = 0;
async function* read() {
  count = 0;
  for await (const line of createInterface({ input: createReadStream(process.argv[2] ?? '') })) {
    count += 1;
    yield { ...JSON.parse(line), protocol: plainProtocol };
  }
}
const { scorecards: cards, proposals } = await trainer.studyRuns(read);
const cpu = process.cpuUsage(before);
console.log(
  JSON.stringify({
    runs: count,
    checks: cards.length,
    proposals: proposals.length,
    seconds: (performance.now() - started) / 1000,
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
    peakMb: process.resourceUsage().maxRSS / 1024,
  }),
);
