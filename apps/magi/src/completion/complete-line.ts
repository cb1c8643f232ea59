import { resolve } from 'node:path';
import { Command, type Option } from '@commander-js/extra-typings';
import type { CommandContext, CommandEntry } from '../command-context.ts';
import { type Candidate, type Completion, noCompletion } from './candidate.ts';
import { valuesFor } from './values.ts';

/**
 * Says what may come next on a command line.
 *
 * The command's own description is the only source: it is configured as for running, and its
 * options, choices and arguments are read off. Nothing is run.
 *
 * @param words what stands after `magi`, the word at the cursor last (it may be empty)
 * @param options options of `magi` itself
 */
export async function completeLine(
  words: readonly string[],
  options: readonly Option[],
  context: CommandContext,
): Promise<Completion> {
  const current = words.at(-1) ?? '';
  const { name, rest, cwd } = splitLine(words.slice(0, -1), options);
  const here = cwd === null ? context : { ...context, cwd: resolve(context.cwd, cwd) };
  const entry = context.commands.find(({ name: known, alias }) => known === name || alias === name);
  if (name === null)
    return atCommand(words.at(-2), current, { options, commands: context.commands });
  if (entry === undefined) return noCompletion;
  return atArgument(entry, rest, current, here);
}

interface Line {
  /** The command, or null while the cursor is before it. */
  readonly name: string | null;
  /** Words after it, without the one at the cursor. */
  readonly rest: readonly string[];
  readonly cwd: string | null;
}

function splitLine(words: readonly string[], options: readonly Option[]): Line {
  let cwd: string | null = null;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (!word.startsWith('-')) return { name: word, rest: words.slice(index + 1), cwd };
    const option = options.find((one) => isFlag(one, word));
    if (!option?.required) continue;
    index += 1;
    if (option.long === '--cwd') cwd = words[index] ?? null;
  }
  return { name: null, rest: [], cwd };
}

function atCommand(
  before: string | undefined,
  current: string,
  {
    options,
    commands,
  }: { readonly options: readonly Option[]; readonly commands: readonly CommandEntry[] },
): Completion {
  if (options.some((option) => option.required && isFlag(option, before ?? ''))) {
    return { kind: 'files' };
  }
  const candidates = current.startsWith('-')
    ? optionWords(options)
    : commands
        .filter(({ isHidden }) => isHidden !== true)
        .map(({ name, summary }) => ({ word: name, meaning: summary }));
  return starting(current, candidates);
}

async function atArgument(
  entry: CommandEntry,
  rest: readonly string[],
  current: string,
  context: CommandContext,
): Promise<Completion> {
  const command = new Command(entry.name);
  (await entry.load()).configure(command as Command, context);
  const options = command.options as readonly Option[];
  const { positionals, open } = readWords(rest, options);
  if (open !== null) {
    const values = await valuesFor(valueName(open), { context, entry, positionals, option: open });
    return values.kind === 'files' ? values : starting(current, values.candidates);
  }
  if (current.startsWith('-')) {
    const given = new Set(rest);
    const left = options.filter(({ long, short, variadic, description }) => {
      const isRepeatable = variadic || description.includes('may be repeated');
      return isRepeatable || !(given.has(long ?? '') || given.has(short ?? ''));
    });
    return starting(current, optionWords(left));
  }
  const { registeredArguments: known } = command;
  const next = known[positionals.length] ?? (known.at(-1)?.variadic ? known.at(-1) : undefined);
  if (next === undefined) return noCompletion;
  const values = await valuesFor(next.name(), { context, entry, positionals, argument: next });
  return values.kind === 'files' ? values : starting(current, values.candidates);
}

/** Separates arguments from options; `open` is an option whose value stands at the cursor. */
function readWords(rest: readonly string[], options: readonly Option[]) {
  const positionals: string[] = [];
  let open: Option | null = null;
  for (const word of rest) {
    if (open !== null && !word.startsWith('-')) {
      if (!open.variadic) open = null;
      continue;
    }
    open = null;
    if (!word.startsWith('-')) positionals.push(word);
    else open = options.find((option) => isFlag(option, word) && option.required) ?? null;
  }
  return { positionals, open };
}

function isFlag({ short, long }: Option, word: string): boolean {
  return word === short || word === long;
}

/** `run` of `--from-run <run>`. */
function valueName({ flags }: Option): string {
  return /<([^>]+)>/.exec(flags)?.[1] ?? '';
}

function optionWords(options: readonly Option[]): Candidate[] {
  return options
    .filter(({ hidden, long }) => !hidden && long !== undefined)
    .map(({ long, description }) => ({ word: long ?? '', meaning: description }));
}

function starting(current: string, candidates: readonly Candidate[]): Completion {
  return { kind: 'words', candidates: candidates.filter(({ word }) => word.startsWith(current)) };
}
