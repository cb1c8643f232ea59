import type { ValueView } from './view.ts';

/** True when the constant beginning of an address already holds the whole host, or is a path. */
export function isHostFixed({ parts }: ValueView): boolean {
  return /^\s*((https?|wss?|ftp):)?\/\/[^\s/]+\/|^\/(?![/\\])\S|^[#?]/i.test(parts);
}
