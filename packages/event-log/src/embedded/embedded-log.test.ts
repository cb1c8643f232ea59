import { describeEventLog } from '../conformance/index.ts';
import { openEmbeddedLog } from './embedded-log.ts';

describeEventLog(
  'embedded log on a network file system',
  (dir) => openEmbeddedLog({ dir, onNetwork: true }),
  { sharesPlace: true, takeover: 'when-owner-is-dead' },
);

describeEventLog('embedded log', (dir) => openEmbeddedLog({ dir }), {
  sharesPlace: true,
  takeover: 'when-owner-is-dead',
});
