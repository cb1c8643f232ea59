import { describeEventLog } from './conformance/index.ts';
import { createMemoryLog } from './memory-log.ts';

describeEventLog('memory log', async () => createMemoryLog(), {
  sharesPlace: false,
  takeover: 'when-time-is-up',
});
