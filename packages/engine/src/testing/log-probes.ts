import type { EventLog, NewEvent } from '@magi/contracts';

/** A log that reports every commit before it is made, and may refuse or delay it. */
export function watchedLog(
  log: EventLog,
  beforeAppend: (events: readonly NewEvent[]) => void | Promise<void>,
): EventLog {
  return {
    ...log,
    async append(stream, events, expected, options) {
      await beforeAppend(events);
      return log.append(stream, events, expected, options);
    },
  };
}

/** A log as a process sees it that dies after `commits` commits: nothing ever returns any more. */
export function dyingLog(log: EventLog, commits: number): EventLog {
  let left = commits;
  const hang = (): Promise<never> => new Promise(() => undefined);
  const whileAlive =
    <Args extends readonly unknown[], Value>(call: (...args: Args) => Promise<Value>) =>
    (...args: Args): Promise<Value> =>
      left > 0 ? call(...args) : hang();
  return {
    ...log,
    append: (...args) => {
      left -= 1;
      return left >= 0 ? log.append(...args) : hang();
    },
    renew: whileAlive(log.renew),
    release: whileAlive(log.release),
    putSnapshot: whileAlive(log.putSnapshot),
  };
}
