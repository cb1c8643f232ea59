import manifest from '../package.json' with { type: 'json' };
import { createProgram } from './program.ts';
import { reportError } from './report-error.ts';
import { ignoreBrokenPipes } from './terminal.ts';

const argv = process.argv.slice(2);
ignoreBrokenPipes(process);
try {
  const workerUrl = new URL('./scanner-worker.js', import.meta.url);
  const program = createProgram(process, { version: manifest.version, workerUrl });
  await program.parseAsync(helpFirst(argv), { from: 'user' });
} catch (error) {
  process.exitCode = reportError(error, {
    isDebug: argv.includes('--debug'),
    write: (text) => void process.stderr.write(text),
  });
}

/** `magi help review` is `magi review --help`: only a command that runs knows its options. */
function helpFirst(args: readonly string[]): string[] {
  const [first, second] = args;
  return first === 'help' && second !== undefined ? [second, '--help'] : [...args];
}
