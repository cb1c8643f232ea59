import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import type { AgentAnswer, Evidence } from './agent-answer.ts';
import { jsonSchemaOf } from './answer/json-schema-of.ts';
import { type AskRequest, askAgent } from './ask-agent.ts';
import { agentName } from './transport/open-conversation.ts';

export interface CacheOptions {
  /** Folder of answers; null asks every time. */
  readonly dir: string | null;
  /** Asks again and replaces what is stored. */
  readonly fresh: boolean;
  /** Number of the sample, from 1: equal questions with different numbers are asked apart. */
  readonly sample: number;
}

/**
 * Asks an agent unless the same question was answered before.
 *
 * The key digests everything that the answer can depend on: prompt parts, profile, role, schema and
 * sample. Only complete answers are stored; a stored answer is checked against the schema again
 * and costs nothing.
 */
export async function askCached<Data>(
  request: AskRequest<Data>,
  cache: CacheOptions,
): Promise<AgentAnswer<Data>> {
  if (cache.dir === null) return askAgent(request);
  const file = join(cache.dir, `${keyOf(request, cache.sample)}.json`);
  const stored = cache.fresh ? null : await read(file, request.schema);
  if (stored) return fromCache(stored, request);
  const answer = await askAgent(request);
  if (answer.status === 'ok') await store(cache.dir, file, answer.data);
  return answer;
}

function keyOf<Data>({ prompt, profile, role, schema }: AskRequest<Data>, sample: number): string {
  const question = { prompt, profile, role, schema: jsonSchemaOf(schema), sample, format: 1 };
  return createHash('sha256').update(JSON.stringify(question)).digest('hex');
}

async function read<Data>(
  file: string,
  schema: z.ZodType<Data>,
): Promise<{ readonly data: Data } | null> {
  try {
    const parsed = schema.safeParse(JSON.parse(await readFile(file, 'utf8')));
    return parsed.success ? { data: parsed.data } : null;
  } catch {
    return null;
  }
}

async function store(dir: string, file: string, data: unknown): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, JSON.stringify(data), { mode: 0o600 });
    await rename(draft, file);
  } catch {
    // A full disk must not cost an answer that is there.
    await rm(draft, { force: true });
  }
}

function fromCache<Data>(
  { data }: { readonly data: Data },
  { profile }: AskRequest<Data>,
): AgentAnswer<Data> {
  const evidence: Evidence = {
    transport: profile.kind,
    agent: agentName(profile),
    durationMs: 0,
    toolCalls: 0,
    filesRead: [],
    refused: [],
    sandbox: { state: 'not_needed', note: 'nobody was asked' },
    home: 'none',
    quality: 'strict',
    corrections: [],
    reaped: 0,
    cached: true,
  };
  const rawAnswer = Buffer.from(JSON.stringify(data), 'utf8');
  return { status: 'ok', data, cost: { calls: 0 }, evidence, rawAnswer };
}
