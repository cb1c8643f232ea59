import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropic } from './anthropic.ts';
import { gemini } from './gemini.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiResponses } from './openai-responses.ts';
import { claimedTokens, type ModelReply, type ModelRequest, type ModelScript } from './script.ts';
import { spokenBy, type WireFormat } from './wire-format.ts';

/** A running server and what it was asked. */
export interface ModelServer {
  /** `http://127.0.0.1:PORT`, without a path. */
  readonly url: string;
  /** Requests for completions, in order of arrival. */
  readonly requests: readonly ModelRequest[];
  /** Requests whose sender hung up before they were answered. */
  aborted(): number;
  close(): Promise<void>;
}

const wires: readonly WireFormat[] = [anthropic, openaiChat, openaiResponses, gemini];

/**
 * A model that says what a script tells it to, on 127.0.0.1, for tests without any network.
 *
 * Speaks Anthropic Messages, OpenAI Chat Completions and Responses, and Gemini, whole and streamed.
 * Token counts and lists of models are answered plausibly; anything else is 404.
 */
export async function startModelServer(script: ModelScript): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  let aborted = 0;
  const server = createServer((incoming, response) => {
    response.once('close', () => {
      if (!response.writableEnded) aborted++;
    });
    serve(script, requests, incoming, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    aborted: () => aborted,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function serve(
  script: ModelScript,
  requests: ModelRequest[],
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path = '/'] = (incoming.url ?? '/').split('?');
  const text = await textOf(incoming);
  const wire = wires.find((candidate) => incoming.method === 'POST' && candidate.serves(path));
  if (!wire) {
    const known = sideAnswer(path, text);
    send(response, known ? 200 : 404, JSON.stringify(known ?? {}));
    return;
  }
  const body: unknown = JSON.parse(text);
  const read = wire.read(body, path);
  const request: ModelRequest = {
    ...read,
    wire: wire.wire,
    index: requests.length,
    headers: incoming.headers,
    bytes: text.length,
    answerId: /magi task ([0-9a-f]{12})/.exec(read.prompt)?.[1] ?? null,
  };
  requests.push(request);
  answer(wire, request, await script(request), response);
}

function answer(
  wire: WireFormat,
  request: ModelRequest,
  reply: ModelReply,
  response: ServerResponse,
): void {
  if ('drop' in reply) response.socket?.destroy();
  else if ('raw' in reply) send(response, 200, reply.raw);
  else if ('status' in reply) fail(wire, reply, response);
  const spoken = spokenBy(reply);
  if (!spoken) return;
  const usage = {
    input: claimedTokens(request.bytes),
    output: claimedTokens(JSON.stringify(spoken).length),
  };
  if (request.stream)
    send(response, 200, wire.events(spoken, usage, request.model), 'text/event-stream');
  else send(response, 200, JSON.stringify(wire.whole(spoken, usage, request.model)));
}

function fail(
  wire: WireFormat,
  reply: Extract<ModelReply, { readonly status: number }>,
  response: ServerResponse,
): void {
  if (reply.retryAfterSeconds !== undefined)
    response.setHeader('retry-after', String(reply.retryAfterSeconds));
  const message = reply.message ?? `scripted error ${reply.status}`;
  send(response, reply.status, JSON.stringify(wire.error(reply.status, message)));
}

/** What agents ask besides completions: reachability, lists of models, token counts. */
function sideAnswer(path: string, text: string): unknown {
  const tokens = claimedTokens(text.length);
  if (path.endsWith('/count_tokens')) return { input_tokens: tokens };
  if (path.endsWith(':countTokens')) return { totalTokens: tokens };
  return path === '/' || path.endsWith('/models') ? { object: 'list', data: [] } : null;
}

function send(
  response: ServerResponse,
  status: number,
  body: string,
  type = 'application/json',
): void {
  response.writeHead(status, { 'content-type': type }).end(body);
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks).toString('utf8');
}
