import type { Protocol } from '@magi/contracts';
import { magi } from './magi/declaration.ts';
import { pipeline } from './pipeline/declaration.ts';
import { reviewFix } from './review-fix/declaration.ts';
import { reviewFixLoop } from './review-fix-loop/declaration.ts';
import { revise } from './revise/declaration.ts';

const shipped: readonly Protocol[] = [magi, reviewFix, revise, reviewFixLoop, pipeline];

/** The protocols that ship with magi; the default one first. */
export function protocols(): readonly Protocol[] {
  return shipped;
}

/** A shipped protocol by its id; undefined when there is none. */
export function findProtocol(id: string): Protocol | undefined {
  return shipped.find((protocol) => protocol.id === id);
}
