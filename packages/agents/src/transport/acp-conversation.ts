import type { PromptResponse } from '@agentclientprotocol/sdk';
import { createRingBuffer } from '../process/ring-buffer.ts';
import { type ProcessEnd, type SupervisedProcess, startSupervised } from '../process/supervise.ts';
import { createAcpRecorder } from './acp-recorder.ts';
import { costOf, isAnswer, rejection, stopFailure } from './acp-results.ts';
import { type AcpSession, openAcpSession } from './acp-session.ts';
import type {
  Conversation,
  ConversationSetup,
  Turn,
  TurnFailure,
  TurnPrompt,
} from './conversation.ts';
import { endFailure } from './failures.ts';

export interface AcpSetup extends ConversationSetup {
  readonly command: readonly string[];
  /** Session mode to set; its absence leaves the agent's default. */
  readonly mode: string | undefined;
}

const cancelGraceMs = 3000;

/**
 * Talks with an agent over the Agent Client Protocol: one process, one session, several turns.
 *
 * A correction is sent into the same session, so that it costs one short turn. Being asked for
 * permission is no boundary: the caller compares the tree before and after all the same.
 */
export function acpConversation(setup: AcpSetup): Conversation {
  const program = setup.command[0] ?? '';
  const stderr = createRingBuffer(1 << 16);
  const recorder = createAcpRecorder({
    role: setup.role,
    cwd: setup.cwd,
    sandboxed: setup.cage.sandbox.state === 'bubblewrap',
  });
  let running: SupervisedProcess | null = null;
  let session: Promise<AcpSession> | null = null;
  let version: string | undefined;

  const open = (): Promise<AcpSession> => {
    const started = startSupervised(setup.cage.wrap(setup.command), {
      cwd: setup.cwd,
      env: setup.cage.environment,
      // The turn's own limit comes first and cancels politely.
      timeoutMs: setup.limits.timeoutMs + 2 * cancelGraceMs,
      idleTimeoutMs: setup.limits.idleTimeoutMs,
      signal: setup.signal,
    });
    running = started;
    started.child.stderr.on('data', (chunk: Uint8Array) => stderr.push(chunk));
    return openAcpSession(started, {
      cwd: setup.cwd,
      mode: setup.mode,
      recorder,
      maxMessageBytes: setup.limits.maxOutputBytes,
    });
  };

  const ask = async (prompt: TurnPrompt): Promise<Turn> => {
    const startedAt = performance.now();
    const spentBefore = recorder.usd() ?? 0;
    recorder.beginTurn();
    // A new session has not heard the question yet.
    const words = (await session) ? (prompt.correction ?? prompt.full) : fullWords(prompt);
    session ??= open();
    const answered = await answer(session, words, prompt.timeoutMs, () => running);
    version = await session.then(({ agentVersion }) => agentVersion).catch(() => undefined);
    const tail = stderr.bytes().toString('utf8').slice(-2000);
    const failure = answered.failure ?? stopFailure(answered.response, recorder.text());
    if (failure && recorder.text() === '') await close();
    const usd = recorder.usd();
    return {
      text: recorder.text(),
      ...(failure && { failure: named(failure, answered.end, program) }),
      cost: {
        ...costOf(answered.response),
        ...(usd !== null && { usd: Math.max(0, usd - spentBefore) }),
        durationMs: performance.now() - startedAt,
      },
      activity: {
        ...recorder.activity(),
        reaped: answered.end?.reaped.length ?? 0,
        stderrTail: tail,
      },
    };
  };

  const close = async (): Promise<void> => {
    const ending = running;
    running = null;
    session = null;
    await ending?.stop('closed');
    await ending?.end;
  };
  return {
    ask,
    close,
    get agentVersion() {
      return version;
    },
  };
}

function fullWords(prompt: TurnPrompt): string {
  return prompt.correction ? `${prompt.full}\n\n${prompt.correction}` : prompt.full;
}

type Answered = {
  readonly response: PromptResponse | null;
  readonly failure?: TurnFailure;
  readonly end?: ProcessEnd;
};

async function answer(
  session: Promise<AcpSession>,
  words: string,
  timeoutMs: number,
  running: () => SupervisedProcess | null,
): Promise<Answered> {
  let timer: NodeJS.Timeout | undefined;
  const gone = session
    .catch(() => null)
    .then(() => running()?.end)
    .then((end) => ({ response: null, ...(end && { end }) }));
  const late = new Promise<Answered>((resolve) => {
    timer = setTimeout(() => {
      const failure = { code: 'timeout' as const, message: 'did not finish within its time limit' };
      resolve({ response: null, failure });
    }, timeoutMs);
  });
  const spoken = session.then((open) => open.prompt(words)).then((response) => ({ response }));
  try {
    const first = await Promise.race([spoken, gone, late]);
    if ('failure' in first && first.failure) await stopPolitely(session, spoken, running());
    return first;
  } catch (error) {
    const ended = isAnswer(error) ? null : await endOf(running());
    return { response: null, failure: rejection(error), ...(ended && { end: ended }) };
  } finally {
    clearTimeout(timer);
    spoken.catch(() => undefined);
  }
}

async function stopPolitely(
  session: Promise<AcpSession>,
  spoken: Promise<unknown>,
  running: SupervisedProcess | null,
): Promise<void> {
  const open = await Promise.race([session.catch(() => null), after(50)]);
  await open?.cancel().catch(() => undefined);
  await Promise.race([spoken.catch(() => undefined), after(cancelGraceMs)]);
  await running?.stop('timeout');
}

/** How the process ended, when it did; a rejected request often means that it is gone. */
async function endOf(running: SupervisedProcess | null): Promise<ProcessEnd | null> {
  return running ? await Promise.race([running.end, after(700)]) : null;
}

function after(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms).unref());
}

function named(failure: TurnFailure, end: ProcessEnd | undefined, program: string): TurnFailure {
  return (end && endFailure(end, program)) ?? failure;
}
