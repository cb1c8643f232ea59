import type { ts } from 'ts-morph';
import { harmlessMembers } from '../sanitizers/sanitizers.ts';
import { clean, type Origin, type Taint } from './origin.ts';

/** What reading one member of a value gives. */
export function memberOf(taint: Taint, member: string, node: ts.Node): Taint {
  if (taint.length === 0 || harmlessMembers.has(member)) return clean;
  return taint.flatMap((origin): Origin[] => {
    const { carrier, ...value } = origin;
    if (carrier === undefined)
      return [
        origin.parameter !== undefined && origin.member === undefined
          ? { ...origin, member }
          : origin,
      ];
    const inner = carrier.inner.get(member);
    if (inner !== undefined) return [{ ...origin, carrier: inner }];
    if (carrier.isRemote || carrier.members.has(member)) return [{ ...value, node }];
    return carrier.methods.has(member) ? [origin] : [];
  });
}
