import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { MagiError, sanitiseLine } from '@magi/contracts';
import { jsonDocument } from '@magi/reports';
import type { CommandContext } from '../command-context.ts';
import { findRun } from '../composition/find-run.ts';
import { writeOutput } from '../composition/write-output.ts';
import { exitCodes } from '../exit-codes.ts';
import { recordFixture } from '../fixtures/record-fixture.ts';
import { type FixtureResult, replayFixture } from '../fixtures/replay-fixture.ts';
import { FIXTURE_SUFFIX, RunFixture } from '../fixtures/run-fixture.ts';

interface TestFlags {
  readonly fromRun?: string;
  readonly output?: string;
  readonly json?: true;
}

export function configure(command: Command, context: CommandContext): void {
  command
    .argument('[files...]', `fixtures to replay, or folders with *${FIXTURE_SUFFIX}`)
    .option('--from-run <run>', 'make a fixture of this run; needs -o')
    .option('-o, --output <file>', `file to write, best named *${FIXTURE_SUFFIX}`)
    .option('--json', 'print one JSON document')
    .action((files, flags) => run(context, files, flags));
}

async function run(
  context: CommandContext,
  files: readonly string[],
  flags: TestFlags,
): Promise<void> {
  const { fromRun, output, json: isJson = false } = flags;
  if (fromRun !== undefined) {
    if (output === undefined || files.length > 0) {
      throw usage('--from-run writes one file and replays none.', 'Name the file: -o FILE.');
    }
    return record(context, fromRun, output);
  }
  if (output !== undefined) throw usage('-o goes with --from-run RUN.', 'See magi test --help.');
  const paths = (await Promise.all(files.map((file) => fixturesAt(context.cwd, file)))).flat();
  if (paths.length === 0) {
    throw usage('There is nothing to replay.', 'Make a fixture: magi test --from-run RUN -o FILE.');
  }
  await replayAll(context, paths, isJson);
}

async function record(context: CommandContext, reference: string, output: string): Promise<void> {
  const found = await findRun(context, reference);
  try {
    const fixture = await recordFixture(found.log, found.run);
    await writeOutput(resolve(context.cwd, output), `${JSON.stringify(fixture, null, 1)}\n`);
    const { length } = fixture.expected.stateHashes;
    context.terminal.err(
      `${found.run}, ${length} entries, written to ${sanitiseLine(output)}. Replay it: magi test ${sanitiseLine(output)}\n`,
    );
    if (fixture.expected.outcome === null)
      context.terminal.err('warning: the run has not ended, so the fixture ends in the middle.\n');
  } finally {
    await found.close();
  }
}

async function replayAll(
  { cwd, terminal, setExitCode }: CommandContext,
  files: readonly string[],
  isJson: boolean,
): Promise<void> {
  const results: (FixtureResult & { readonly file: string })[] = [];
  for (const file of files) {
    const result = await replayFixture(await readFixture(resolve(cwd, file), file));
    results.push({ file, ...result });
    if (!isJson) terminal.out(linesOf(file, result));
  }
  if (isJson) terminal.out(jsonDocument({ schemaVersion: 1, results }));
  if (results.some(({ differences }) => differences.length > 0)) setExitCode(exitCodes.findings);
}

function linesOf(file: string, { entries, outcome, differences }: FixtureResult): string {
  const name = sanitiseLine(file);
  if (differences.length === 0) {
    return `✔ ${name}: ${entries} entries, ${outcome ?? 'not ended'}, as recorded\n`;
  }
  return [`✖ ${name}: differs`, ...differences.map((line) => `    ${sanitiseLine(line)}`), ''].join(
    '\n',
  );
}

/** A file as it is; of a folder, the fixtures in it and below, sorted. */
async function fixturesAt(cwd: string, name: string): Promise<string[]> {
  const path = resolve(cwd, name);
  const info = await stat(path).catch(() => null);
  if (info === null || !info.isDirectory()) return [name];
  const entries = await readdir(path, { recursive: true });
  return entries
    .filter((entry) => entry.endsWith(FIXTURE_SUFFIX))
    .sort()
    .map((entry) => join(name, entry));
}

async function readFixture(path: string, name: string): Promise<RunFixture> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw unreadable(name, 'it cannot be read', cause);
  });
  try {
    return RunFixture.parse(JSON.parse(text));
  } catch (cause) {
    throw unreadable(name, 'it is no fixture', cause);
  }
}

function unreadable(name: string, why: string, cause: unknown): MagiError {
  return new MagiError('MAGI_FIXTURE_UNREADABLE', `${name}: ${why}.`, {
    hint: 'Give a file that magi test --from-run RUN -o FILE wrote.',
    exitCode: 2,
    cause,
  });
}

function usage(message: string, hint: string): MagiError {
  return new MagiError('MAGI_USAGE', message, { hint, exitCode: 2 });
}
