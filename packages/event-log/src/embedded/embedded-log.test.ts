import { describeEventLog } from '../conformance/index.ts';
import { openEmbeddedLog } from './embedded-log.ts';

describeEventLog('embedded log', (dir) => openEmbeddedLog({ dir }), {
  sharesPlace: true,
  takeover: 'when-owner-is-dead',
});
