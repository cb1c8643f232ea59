/** A promise that is settled from outside, and that knows whether it is. */
export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  isSettled(): boolean;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

/** Makes one. Whoever waits for it sees a failure; that nobody waits is no failure of its own. */
export function deferred<Value>(): Deferred<Value> {
  let isSettled = false;
  let fulfil: (value: Value) => void = () => undefined;
  let refuse: (error: unknown) => void = () => undefined;
  const promise = new Promise<Value>((resolve, reject) => {
    fulfil = resolve;
    refuse = reject;
  });
  promise.catch(() => undefined);
  return {
    promise,
    isSettled: () => isSettled,
    resolve(value) {
      isSettled = true;
      fulfil(value);
    },
    reject(error) {
      isSettled = true;
      refuse(error);
    },
  };
}
