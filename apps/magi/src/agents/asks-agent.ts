import type { ScannerSpec } from '@magi/contracts';

/** True for scanners that are agents or models. */
export function asksAgent(kind: ScannerSpec['kind']): boolean {
  return kind === 'command' || kind === 'acp' || kind === 'api';
}
