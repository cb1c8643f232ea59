import type { Candidate, ChangedFile, Snapshot } from '@magi/contracts';
import type { BuiltinCheck } from '../builtin/check.ts';
import type { FactCache } from '../facts/fact-cache.ts';
import type { FileFacts } from '../facts/file-facts.ts';
import { readFacts } from '../facts/read-facts.ts';
import type { Tools } from '../tools/tools.ts';
import type { Change } from './change.ts';
import { type ChangedSource, changedSource } from './source.ts';

/** How many blobs are asked for at once. */
const readsAtOnce = 64;
/** Changed files beyond which only secrets are looked for: nobody judges more at once. */
const maxFiles = 3_000;

export interface OpenOptions {
  readonly snapshot: Snapshot;
  readonly checks: readonly BuiltinCheck[];
  readonly cache: FactCache;
  readonly signal: AbortSignal;
  readonly tools: (change: Omit<Change, 'tools'>) => Tools;
}

/**
 * Reads both sides of a candidate and derives the facts of every changed head text.
 *
 * Facts of the base are derived when a check asks for them: most reviews compare nothing.
 */
export async function openChange(candidate: Candidate, options: OpenOptions): Promise<Change> {
  const { snapshot } = options;
  const known = new Map<string, Promise<string | null>>();
  const read = (side: 'base' | 'head', path: string) => {
    const key = `${side}:${path}`;
    const text = known.get(key) ?? snapshot.read(side, path).then(decode);
    known.set(key, text);
    return text;
  };
  const listed = new Map<string, Promise<readonly string[]>>();
  const list = (side: 'base' | 'head') => {
    const paths = listed.get(side) ?? snapshot.list(side);
    listed.set(side, paths);
    return paths;
  };
  const texts = candidate.files.filter((file) => file.kind === 'text');
  const files = texts.filter((file) => file.excluded === undefined);
  const sources = await readSources(files, read, files.length > maxFiles ? tooMany(files) : null);
  const setAside = await readSources(texts.filter(isSetAside), read, 'excluded');
  const facts = new Map<string, FileFacts>();
  const inTurn = oneAtATime();
  const load = async (side: 'base' | 'head', wanted: readonly ChangedSource[]) => {
    for (const source of wanted) {
      const text = source[side];
      if (text === null || facts.has(keyOf(source, side))) continue;
      facts.set(keyOf(source, side), await factsThrough(source, side, text, options));
    }
  };
  const byPath = new Map([...setAside, ...sources].map((source) => [source.path, source]));
  const view = {
    candidate,
    sources,
    setAside,
    source: (path: string) => byPath.get(path),
    facts: (source: ChangedSource, side: 'base' | 'head') => facts.get(keyOf(source, side)) ?? null,
    loadBase: (wanted = sources) => inTurn(() => load('base', wanted)),
    read,
    list,
  };
  // Programs run beside the parsing, which keeps this thread busy.
  const tools = options.tools(view);
  await load('head', [...sources, ...setAside]);
  return { ...view, tools };
}

/** Decodes UTF-8 and keeps a byte order mark; bytes that are not UTF-8 become U+FFFD. */
function decode(bytes: Uint8Array | null): string | null {
  if (bytes === null) return null;
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** Excluded by a mark that the change itself may have set, not by the configuration. */
function isSetAside(file: ChangedFile): boolean {
  return file.excluded !== undefined && !file.excluded.startsWith('excluded by');
}

function tooMany(files: readonly ChangedFile[]): string {
  return `${files.length} changed files are more than the ${maxFiles} that rules are run on`;
}

async function readSources(
  files: readonly ChangedFile[],
  read: (side: 'base' | 'head', path: string) => Promise<string | null>,
  limit: string | null,
): Promise<readonly ChangedSource[]> {
  const sources: ChangedSource[] = [];
  for (let at = 0; at < files.length; at += readsAtOnce) {
    const chunk = files.slice(at, at + readsAtOnce).map(async (file) => {
      const basePath = file.excluded === undefined ? basePathOf(file) : null;
      return changedSource(file, {
        head: file.status === 'deleted' ? null : await read('head', file.path),
        base: basePath === null ? null : await read('base', basePath),
        limit,
      });
    });
    sources.push(...(await Promise.all(chunk)));
  }
  return sources;
}

/** A copy has no past of its own: what it was copied from is still there. */
function basePathOf(file: ChangedFile): string | null {
  if (file.status === 'added' || file.status === 'copied') return null;
  return file.oldPath ?? file.path;
}

async function factsThrough(
  source: ChangedSource,
  side: 'base' | 'head',
  text: string,
  options: OpenOptions,
): Promise<FileFacts> {
  options.signal.throwIfAborted();
  const path = side === 'base' ? (source.file.oldPath ?? source.path) : source.path;
  const blob = { path, text, language: source.language, limit: source.limit, side };
  const oid = side === 'base' ? source.file.oldOid : source.file.newOid;
  if (oid === null) return readFacts(blob, options.checks);
  let computed = false;
  const facts = await options.cache.through([oid, path, side, source.limit ?? ''], () => {
    computed = true;
    return readFacts(blob, options.checks);
  });
  // Parsing holds the thread; in between, a cancellation must get its turn.
  if (computed) await new Promise((resolve) => setImmediate(resolve));
  return facts;
}

/** Runs tasks one after the other, so that two callers never derive the same facts. */
function oneAtATime(): (task: () => Promise<void>) => Promise<void> {
  let last = Promise.resolve();
  return (task) => {
    const next = last.then(task);
    last = next.catch(() => {});
    return next;
  };
}

function keyOf(source: ChangedSource, side: 'base' | 'head'): string {
  return `${side}:${source.path}`;
}
