import { Readable, Writable } from 'node:stream';
import type * as acp from '@agentclientprotocol/sdk';
import type { SupervisedProcess } from '../process/supervise.ts';
import type { AcpRecorder } from './acp-recorder.ts';
import type { TurnFailure } from './conversation.ts';

/** An open session with an agent. */
export interface AcpSession {
  readonly id: string;
  readonly agentVersion: string | undefined;
  prompt(text: string): Promise<acp.PromptResponse>;
  cancel(): Promise<void>;
}

export interface AcpSessionOptions {
  readonly cwd: string;
  /** Mode to set; the session is refused when the agent does not confirm it. */
  readonly mode: string | undefined;
  readonly recorder: AcpRecorder;
  readonly maxMessageBytes: number;
}

/** Something that the agent, its login or its profile prevents; carries the failure of the turn. */
export class AcpRefusal extends Error {
  readonly failure: TurnFailure;

  constructor(failure: TurnFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

const initializeMs = 20_000;
const sessionMs = 30_000;

/**
 * Connects to a started agent and opens a session in the wanted mode.
 *
 * No client capabilities are offered. Defaults of agents differ and change, some never ask: so a
 * wanted mode is set and verified, and an unknown one is an error of the profile.
 */
export async function openAcpSession(
  running: SupervisedProcess,
  options: AcpSessionOptions,
): Promise<AcpSession> {
  const sdk = await import('@agentclientprotocol/sdk');
  const { agent } = clientApp(sdk, running, options).connect(
    sdk.ndJsonStream(
      Writable.toWeb(running.child.stdin) as WritableStream<Uint8Array>,
      Readable.toWeb(running.child.stdout) as unknown as ReadableStream<Uint8Array>,
      { maxMessageBytes: options.maxMessageBytes },
    ),
  );
  const { methods } = sdk;
  const hello = await within(
    initializeMs,
    'initialize',
    agent.request(methods.agent.initialize, {
      protocolVersion: sdk.PROTOCOL_VERSION,
      clientInfo: { name: 'magi', version: '0.1.0' },
      clientCapabilities: {},
    }),
  );
  const session = await within(
    sessionMs,
    'session/new',
    agent
      .request(methods.agent.session.new, { cwd: options.cwd, mcpServers: [] })
      .catch((error: unknown) => {
        throw authRefusal(error, hello) ?? error;
      }),
  );
  const { sessionId } = session;
  if (options.mode) await setMode(sdk, agent, session, options.mode, options.recorder);
  return {
    id: sessionId,
    agentVersion: hello.agentInfo?.version,
    prompt: (text) =>
      agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text }] }),
    cancel: () => agent.notify(methods.agent.session.cancel, { sessionId }),
  };
}

function clientApp(
  sdk: typeof acp,
  running: SupervisedProcess,
  { recorder }: AcpSessionOptions,
): acp.ClientApp {
  const { session, fs } = sdk.methods.client;
  return sdk
    .client({ name: 'magi' })
    .onRequest(session.requestPermission, ({ params }) => {
      running.touch();
      return recorder.onPermission(params);
    })
    .onNotification(session.update, ({ params }) => {
      running.touch();
      recorder.onUpdate(params);
    })
    .onRequest(fs.writeTextFile, ({ params }) => {
      recorder.onFileRequest('edit', params.path);
      throw sdk.RequestError.methodNotFound(fs.writeTextFile);
    })
    .onRequest(fs.readTextFile, ({ params }) => {
      recorder.onFileRequest('read', params.path);
      throw sdk.RequestError.methodNotFound(fs.readTextFile);
    });
}

async function setMode(
  sdk: typeof acp,
  agent: acp.ClientContext,
  session: acp.NewSessionResponse,
  mode: string,
  recorder: AcpRecorder,
): Promise<void> {
  const { sessionId } = session;
  const { session: methods } = sdk.methods.agent;
  const modes = session.modes?.availableModes.map(({ id }) => id) ?? [];
  if (modes.includes(mode)) {
    if (session.modes?.currentModeId === mode) return;
    await within(
      sessionMs,
      'set_mode',
      agent.request(methods.setMode, { sessionId, modeId: mode }),
    );
    if (recorder.mode() === null || recorder.mode() === mode) return;
    throw new AcpRefusal({
      code: 'profile',
      message: `the agent did not switch to mode "${mode}"`,
    });
  }
  const option = session.configOptions?.find(
    ({ id, category }) => category === 'mode' || id === 'mode',
  );
  if (!option) {
    const known = modes.length > 0 ? `; it knows ${modes.join(', ')}` : '';
    throw new AcpRefusal({ code: 'profile', message: `the agent has no mode "${mode}"${known}` });
  }
  const { configOptions } = await within(
    sessionMs,
    'set_config_option',
    agent.request(methods.setConfigOption, { sessionId, configId: option.id, value: mode }),
  );
  const now = configOptions.find(({ id }) => id === option.id);
  if (now?.currentValue !== mode)
    throw new AcpRefusal({
      code: 'profile',
      message: `the agent did not switch to mode "${mode}"`,
    });
}

const authRequired = -32000;

function authRefusal(error: unknown, hello: acp.InitializeResponse): AcpRefusal | null {
  if ((error as { code?: unknown } | null)?.code !== authRequired) return null;
  const ways = (hello.authMethods ?? []).map(({ name }) => name).join(', ');
  return new AcpRefusal({
    code: 'auth-required',
    message: `the agent wants a login${ways ? ` (${ways})` : ''}; log in with the agent itself first`,
  });
}

async function within<Value>(ms: number, step: string, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new AcpRefusal({
            code: 'timeout',
            message: `${step} was not answered in ${ms / 1000} s`,
          }),
        ),
      ms,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
