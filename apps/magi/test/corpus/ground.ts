import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRepository, type DisposableRepository, type Files } from '@magi/change/testing';
import type { MagiConfig, ReviewOutput } from '@magi/contracts';
import { type CommandResult, magi, type RunningCommand, start, until } from '../cli.ts';
import type { Told } from './scenario.ts';

/** A repository on a branch `topic`, one commit ahead of `main`, and a folder beside it. */
export interface Ground {
  readonly repository: DisposableRepository;
  /** Folder outside of the repository, for programs, settings and their traces. */
  readonly outside: string;
  /** Tip of `topic` at the beginning. */
  readonly head: string;
  /** Runs the built command line in the repository. */
  magi(args: readonly string[]): Promise<CommandResult>;
  /** Starts the built command line and leaves it running. */
  start(args: readonly string[]): RunningCommand;
  /** Writes a shell program outside of the repository and returns its path. */
  program(name: string, text: string): string;
  /** Writes settings outside of the repository and returns their path. */
  settings(config: object): string;
  /** Lines of a file outside of the repository; none when it is not there. */
  trace(name: string): readonly string[];
  /** Waits until a program has left a trace. */
  awaitTrace(name: string, lines?: number): Promise<void>;
  /** Leaves a file outside of the repository, which programs may be waiting for. */
  signal(name: string): void;
  remove(): void;
}

export interface GroundOptions {
  /** Files of the commit on `topic`; default: a marker that is not `fixed`. */
  readonly work?: Files;
  /** Clone of this repository instead of a new one. */
  readonly cloneOf?: string;
}

/** Who reviews the change itself, made of what is committed at HEAD. */
const identity = [
  ['user.name', 'Ada'],
  ['user.email', 'ada@example.org'],
] as const;

/** Makes fresh ground; everything it needs lies in two temporary folders. */
export function createGround(options: GroundOptions = {}): Ground {
  const outside = mkdtempSync(join(tmpdir(), 'magi-corpus-'));
  const repository = options.cloneOf === undefined ? fresh(options) : clone(options.cloneOf);
  for (const [key, value] of identity) repository.git('config', key, value);
  const path = (name: string): string => join(outside, name);
  const trace = (name: string): readonly string[] =>
    existsSync(path(name))
      ? readFileSync(path(name), 'utf8')
          .split('\n')
          .filter((line) => line !== '')
      : [];
  return {
    repository,
    outside,
    head: repository.git('rev-parse', 'HEAD'),
    magi: (args) => magi(repository.dir, args),
    start: (args) => start(repository.dir, args),
    program(name, text) {
      writeFileSync(path(name), `#!/bin/sh\n${text}\n`);
      chmodSync(path(name), 0o755);
      return path(name);
    },
    settings(config) {
      writeFileSync(path('settings.json'), JSON.stringify(config satisfies Partial<MagiConfig>));
      return path('settings.json');
    },
    trace,
    awaitTrace: (name, lines = 1) => until(() => trace(name).length >= lines),
    signal: (name) => writeFileSync(path(name), ''),
    remove() {
      repository.remove();
      rmSync(outside, { recursive: true, force: true });
    },
  };
}

function fresh({ work = { 'marker.txt': 'broken\n' } }: GroundOptions): DisposableRepository {
  const repository = createRepository({
    files: {
      'README.md': 'A sample.\n',
      '.magi/personas/team.json': JSON.stringify({
        role: 'Team',
        mandate: 'MANDATE: Look at the marker.',
        checklist: { is_good: 'It is good.' },
      }),
    },
  });
  repository.git('checkout', '-q', '-b', 'topic');
  repository.commit('work', work);
  return repository;
}

function clone(url: string): DisposableRepository {
  const repository = createRepository();
  repository.git('remote', 'add', 'origin', url);
  repository.git('fetch', '-q', 'origin');
  repository.git('checkout', '-q', '-B', 'main', '--track', 'origin/main');
  repository.git('checkout', '-q', '-B', 'topic', '--track', 'origin/topic');
  return repository;
}

/** What a finished command said of itself. */
export function toldBy({ code, stdout, stderr }: CommandResult): Told {
  const error = /\[(MAGI_[A-Z_]+)\]/.exec(stderr)?.[1];
  if (stdout.trim() === '') return { code, reason: error ?? stderr.trim() };
  const { outcome, reason } = JSON.parse(stdout) as ReviewOutput;
  return { code, reason: `${outcome}/${reason}` };
}
