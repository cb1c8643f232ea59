import { parentPort, workerData } from 'node:worker_threads';
import { createAnalysisHost } from './analysis/analysis-host.ts';
import { serveScans } from './pool/serve-scans.ts';
import { announcePrograms } from './tools/run-program.ts';

/* Entry of a scanner worker thread. */

const port = parentPort;
if (port !== null) {
  announcePrograms((pids) => port.postMessage({ type: 'programs', pids }));
  serveScans(port, createAnalysisHost({ version: String(workerData.version) }));
}
