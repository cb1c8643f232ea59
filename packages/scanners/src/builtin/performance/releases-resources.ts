import type { BuiltinCheck } from '../check.ts';
import { effectWithoutCleanup } from './effect-cleanup.ts';
import { handleNeverClosed } from './open-handles.ts';
import { listenerNeverRemoved, timerNeverCleared } from './timers-and-listeners.ts';

/** Timers, listeners, watchers and handles that nobody gives back. */
export const releasesResources: BuiltinCheck = {
  id: 'releases_resources',
  script: {
    CallExpression: (call, file) => {
      if (file.isTest) return;
      timerNeverCleared(call, file);
      listenerNeverRemoved(call, file);
      effectWithoutCleanup(call, file);
      handleNeverClosed(call, file);
    },
  },
  python: { SIM115: { severity: 'warning' } },
};
