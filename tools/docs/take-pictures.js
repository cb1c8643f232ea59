import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium, howToGetChromium } from '../workspace/find-chromium.js';

/**
 * Takes the pictures of the documents: records a loop over a small faulty project, writes it as a
 * page, and lets a real browser look at it.
 *
 *     npx nx build magi && node tools/docs/take-pictures.js
 */

const bin = resolve('apps/magi/bin/magi.js');
const images = resolve('docs/images');

/** Mends as many faults as it is the first, second or third try. */
const FIXER = `
import { copyFileSync, readFileSync } from 'node:fs';
const { attempt } = JSON.parse(readFileSync(process.env.MAGI_WORK_ORDER, 'utf8'));
copyFileSync(new URL(Math.min(attempt, 3) + '.js', import.meta.url), 'src/orders.js');
`;

const browserPath = findChromium();
if (browserPath === null) {
  console.error(howToGetChromium);
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), 'magi-pictures-'));
try {
  recordLoop();
  mkdirSync(images, { recursive: true });
  writeFileSync(join(images, 'run.svg'), magi('graph', 'magi', '--format', 'svg'));
  magi('replay', 'last', '--html', 'run.html');
  await takePictures();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function takePictures() {
  const browser = await chromium.launch({
    executablePath: String(browserPath),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
  const log = magi('log', 'last', '--jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const consolidated = log.findLast(({ in: input }) => input?.key?.includes('/scan.'))?.seq ?? 0;
  const question = log.find(({ in: input }) => input?.type === 'event')?.seq ?? 0;
  const decided = log.find(({ note }) => note?.key?.endsWith('/fix#1'))?.seq - 1;
  const shots = [
    { name: 'inspector', hash: `seq=${decided}`, colorScheme: 'light' },
    {
      name: 'inspector-consensus',
      hash: `seq=${consolidated}&view=consensus&detail=costs`,
      colorScheme: 'dark',
    },
    {
      name: 'inspector-findings',
      hash: `seq=${consolidated}&view=findings&detail=state`,
      colorScheme: 'light',
    },
    {
      name: 'inspector-messages',
      hash: `seq=${question}&view=messages&detail=diff`,
      colorScheme: 'dark',
    },
  ];
  for (const { name, hash, colorScheme } of shots) {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 760 },
      colorScheme: /** @type {'light' | 'dark'} */ (colorScheme),
      reducedMotion: 'reduce',
    });
    await page.goto(`file://${folder}/run.html#${hash}`);
    await page.waitForSelector('.entry-row[aria-selected="true"]');
    await page.screenshot({ path: join(images, `${name}.png`) });
    await page.close();
  }
  await browser.close();
}

/** A change with three faults, a fixer that mends them in three tries, and one answer of a person. */
function recordLoop() {
  write(
    'package.json',
    '{ "name": "shop", "version": "1.0.0", "type": "module", "private": true }\n',
  );
  write('src/orders.js', source({ isBound: true, packs: 'spawn' }));
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'Orders of a customer');
  git('checkout', '-q', '-b', 'invoices');
  write('src/orders.js', source({ isBound: false, packs: 'exec', loads: 'eval' }));
  git('commit', '-q', '-a', '-m', 'Pack invoices, load reports');
  write('.git/tries/package.json', '{ "type": "module" }');
  write('.git/tries/1.js', source({ isBound: false, packs: 'exec', loads: 'parse' }));
  write('.git/tries/2.js', source({ isBound: true, packs: 'spawn', loads: 'eval' }));
  write('.git/tries/3.js', source({ isBound: true, packs: 'spawn', loads: 'parse' }));
  const fixer = join(folder, '.git/tries/fix.js');
  write('.git/tries/fix.js', FIXER);
  magi(
    'run',
    '--base',
    'main',
    '--fixer',
    `command:${process.execPath} ${fixer}`,
    '--max-reviews',
    '9',
  );
  for (let tries = 0; tries < 3 && status() === 'awaitingDecision'; tries += 1) {
    magi(
      'decide',
      'last',
      '--option',
      'retry',
      '--answer',
      'Keep both: no eval, and bound parameters.',
    );
  }
}

/** @param {{ isBound: boolean, packs: 'exec' | 'spawn', loads?: 'eval' | 'parse' }} how */
function source({ isBound, packs, loads }) {
  const query = isBound
    ? "db.all('select * from orders where customer = ?', [request.query.customer])"
    : // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source text of the sample
      "db.all(`select * from orders where customer = '${request.query.customer}'`)";
  const pack = {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source text of the sample
    exec: 'exec(`tar czf invoices.tgz ${request.query.folder}`);',
    spawn: "execFile('tar', ['czf', 'invoices.tgz', 'invoices']);",
  }[packs];
  const lines = [
    `import { ${packs === 'exec' ? 'exec' : 'execFile'} } from 'node:child_process';`,
    '',
    '/** Orders of the customer that a request names. */',
    'export function orders(db, request) {',
    `  return ${query};`,
    '}',
    '',
    '/** Packs all invoices. */',
    `export function pack(${packs === 'exec' ? 'request' : ''}) {`,
    `  ${pack}`,
    '}',
  ];
  const load = loads === 'eval' ? 'eval(request.body.report)' : 'JSON.parse(request.body.report)';
  if (loads) {
    lines.push(
      '',
      '/** The report in a request. */',
      'export function load(request) {',
      `  return ${load};`,
      '}',
    );
  }
  return `${lines.join('\n')}\n`;
}

/** State of the newest run. */
function status() {
  const { runs } = JSON.parse(magi('runs', '--limit', '1', '--json'));
  return runs[0]?.state;
}

/** @param {readonly string[]} args */
function magi(...args) {
  const {
    stdout,
    stderr,
    status: code,
  } = spawnSync(process.execPath, [bin, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  // 1 and 3 are answers: findings remain, a person is asked.
  if (code === 0 || code === 1 || code === 3) return stdout;
  throw new Error(`magi ${args[0]} ended with ${code}: ${stderr}`);
}

/** @param {readonly string[]} args */
function git(...args) {
  execFileSync('git', ['-c', 'user.name=magi', '-c', 'user.email=magi@example.org', ...args], {
    cwd: folder,
  });
}

/** @param {string} path @param {string} text */
function write(path, text) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
