import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Reviews base..head with the peer's command line and says what it took.
 *
 * @param {string} program
 * @param {string} repository
 * @param {string} url
 */
export async function reviewWithPeer(program, repository, url) {
  const home = mkdtempSync(join(tmpdir(), 'magi-peer-home-'));
  await mkdir(join(home, '.opencodereview'), { recursive: true });
  const config = {
    provider: 'stub',
    model: 'm',
    custom_providers: {
      stub: { url: `${url}/v1`, protocol: 'openai', api_key: 'dummy', model: 'm' },
    },
  };
  writeFileSync(join(home, '.opencodereview', 'config.json'), JSON.stringify(config));
  // The shell's `times` prints the processor time of its children.
  const command = `"$0" review --from base --to HEAD -f json --audience agent >/dev/null 2>&1; code=$?; times; exit $code`;
  const startedAt = performance.now();
  const child = spawn('bash', ['-c', command, program], {
    cwd: repository,
    env: { PATH: process.env.PATH, HOME: home },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 170_000,
  });
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  const wallMs = performance.now() - startedAt;
  rmSync(home, { recursive: true, force: true });
  const cpuMs = (printed.trim().split('\n').at(-1) ?? '')
    .split(/\s+/)
    .map((part) => /(\d+)m([\d.]+)s/.exec(part))
    .reduce((sum, time) => sum + (time ? Number(time[1]) * 60_000 + Number(time[2]) * 1000 : 0), 0);
  return { outcome: `exit ${code}`, wallMs, cpuMs };
}
