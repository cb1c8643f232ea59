import type { ProcessEnd } from '../process/supervise.ts';
import type { ReadOutput } from '../readers/reader.ts';
import type { TurnFailure } from './conversation.ts';

/** The failure of a process that did not end by itself, or null for one that did. */
export function endFailure(end: ProcessEnd, program: string): TurnFailure | null {
  if (end.spawnError)
    return {
      code: 'not-installed',
      message: `${program} could not be started (${end.spawnError}); is it installed and on the PATH?`,
    };
  if (end.stopped === null || end.stopped === 'closed') return null;
  const seconds = (end.durationMs / 1000).toFixed(1);
  const why = {
    timeout: `did not finish within its time limit (${seconds} s)`,
    idle: `printed nothing for too long and was stopped after ${seconds} s`,
    cancelled: 'was cancelled',
    'output-limit': 'printed more than its output limit',
  }[end.stopped];
  return { code: end.stopped, message: `${program} ${why}` };
}

/** The failure that an agent reports itself, or that its exit code shows while it said nothing. */
export function exitFailure(
  read: ReadOutput,
  end: Pick<ProcessEnd, 'code' | 'signal'>,
  stderr: string,
): TurnFailure | null {
  if (read.error) return providerFailure(read.error.message, read.error.status, true);
  if (read.structured !== undefined || read.text.trim() !== '') return null;
  if (end.signal) return { code: 'crashed', message: `ended by ${end.signal}` };
  if (end.code !== 0) {
    const said = stderr.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
    return { code: 'crashed', message: `exit code ${end.code} and no answer: ${said}` };
  }
  return { code: 'empty', message: 'ended without an answer' };
}

/** Sorts what a provider reports by what has to be done about it. */
export function providerFailure(
  message: string,
  status: number | undefined,
  alreadyRetried: boolean,
): TurnFailure {
  const auth =
    status === 401 ||
    status === 403 ||
    /\b(?:unauthori[sz]ed|invalid api key|not logged in|log ?in\b|authenticat)/i.test(message);
  return {
    code: auth ? 'auth-required' : 'provider-error',
    message: message.trim() || 'the provider reported an error without words',
    ...(status !== undefined && { status }),
    ...(alreadyRetried && { alreadyRetried }),
  };
}
