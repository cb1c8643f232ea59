import { spawn, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadPackage } from '../load-package.js';
import { cases } from './cases.js';
import { makeRepository } from './make-repository.js';
import { reviewWithPeer } from './review-with-peer.js';

/*
 * Reviews the same changes with magi and, where it is installed, with the command-line reviewer
 * @alibaba-group/open-code-review 1.12.4, against the same scripted model without latency:
 *
 *   node tools/bench/peers/run.js [--peer PATH_OF_OCR] [--one-by-one]
 *
 * Needs no network. Not part of continuous integration.
 */
const { values: options } = parseArgs({
  options: { peer: { type: 'string' }, 'one-by-one': { type: 'boolean', default: false } },
});
const peer = options.peer ?? 'ocr';
const hasPeer = spawnSync(peer, ['--version']).status === 0;
const { startModelServer } = await loadPackage('packages/agents/src/testing/index.ts', {
  external: ['@agentclientprotocol/sdk', 'ai', 'ts-morph', 'zod', 'p-limit', 'jsonrepair'],
});

console.log('case | reviewer | requests | wall s | cpu s | outcome');
for (const { name, files, model } of cases) {
  const repository = makeRepository(files);
  await measure(name, 'magi', model, (url) => reviewWithMagi(repository, url));
  if (hasPeer) await measure(name, 'peer', model, (url) => reviewWithPeer(peer, repository, url));
  rmSync(repository, { recursive: true });
}
if (!hasPeer) console.log('the peer is not installed; name its program with --peer');

/**
 * @param {string} name
 * @param {string} reviewer
 * @param {import('./cases.js').Case['model']} model
 * @param {(url: string) => Promise<{ outcome: string, wallMs: number, cpuMs: number }>} review
 */
async function measure(name, reviewer, model, review) {
  const server = await startModelServer(model);
  const { outcome, wallMs, cpuMs } = await review(server.url);
  const seconds = [wallMs, cpuMs].map((ms) => (ms / 1000).toFixed(2));
  console.log([name, reviewer, server.requests.length, ...seconds, outcome].join(' | '));
  await server.close();
}

/**
 * @param {string} repository
 * @param {string} url
 * @returns {Promise<{ outcome: string, wallMs: number, cpuMs: number }>}
 */
function reviewWithMagi(repository, url) {
  const script = fileURLToPath(new URL('./review-with-magi.js', import.meta.url));
  const child = spawn(
    process.execPath,
    [script, repository, url, options['one-by-one'] ? '1' : '20'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    child.once('close', () => {
      try {
        resolve(JSON.parse(text));
      } catch (error) {
        reject(error);
      }
    });
  });
}
