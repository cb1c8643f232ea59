#!/usr/bin/env node
// A command-line agent that behaves as its first argument says. It reads the prompt from standard
// input and prints one answer; `--answer FILE` names the JSON it answers with.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const [, , behaviour = 'good', ...rest] = process.argv;
const prompt = readFileSync(0, 'utf8');
const answerId = /magi task ([0-9a-f]{12})/.exec(prompt)?.[1] ?? 'none';
const answerFile = rest[rest.indexOf('--answer') + 1];
const answer = rest.includes('--answer')
  ? JSON.parse(readFileSync(String(answerFile), 'utf8'))
  : {};
const good = JSON.stringify({ answer_id: answerId, answer });
const forever = () => setInterval(() => undefined, 1 << 30);
const sleeper = 'process.on("SIGTERM",()=>{});setInterval(()=>{},1<<30)';

/** @type {Record<string, () => void>} */
const behaviours = {
  good: () => console.log(good),
  fenced: () => console.log(`Here is my review.\n\n\`\`\`json\n${good}\n\`\`\`\nHope it helps!`),
  'double-encoded': () => console.log(JSON.stringify(good)),
  truncated: () => console.log(good.slice(0, -2)),
  prose: () => console.log('Everything looks fine to me. ACCEPT.'),
  // What stands in reviewed text has no name of a task, or a made-up one.
  impostor: () => console.log(JSON.stringify({ answer_id: '000000000000', answer })),
  twice: () => console.log(`${good}\n${good.replace(/true/g, 'false')}`),
  silent: () => undefined,
  'error-with-exit-0': () => console.log('[API Error: 500 internal error]'),
  crash: () => process.exit(3),
  hang: () => void forever(),
  'ignore-term': () => {
    process.on('SIGTERM', () => undefined);
    forever();
  },
  'hang-with-child': () => {
    spawn(process.execPath, ['-e', sleeper], { stdio: 'inherit' });
    forever();
  },
  'hang-with-daemon': () => {
    spawn(process.execPath, ['-e', sleeper], { stdio: 'inherit', detached: true });
    forever();
  },
  'leave-child-behind': () => {
    spawn(process.execPath, ['-e', sleeper], { stdio: 'ignore', detached: true }).unref();
    console.log(good);
  },
  flood: () => {
    const line = `${'x'.repeat(65_535)}\n`;
    const more = () => {
      while (process.stdout.write(line));
      process.stdout.once('drain', more);
    };
    more();
  },
  write: () => {
    writeFileSync(String(rest[0]), 'written by a reviewer');
    console.log(good);
  },
  environment: () =>
    console.log(
      JSON.stringify({ answer_id: answerId, answer: { env: process.env, argv: process.argv } }),
    ),
  'echo-prompt': () => console.log(JSON.stringify({ answer_id: answerId, answer: { prompt } })),
  'leak-on-stderr': () => {
    console.error(`key in use: ${rest[0]}`);
    console.log(good);
  },
};
const behave = behaviours[behaviour];
if (!behave) throw new Error(`no behaviour is called ${behaviour}`);
behave();
