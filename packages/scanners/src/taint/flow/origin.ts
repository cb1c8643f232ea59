import type { ts } from 'ts-morph';
import type { Carrier } from '../sources/carriers.ts';

/** Kinds of harm a value can do; one bit each, because a sanitizer stops some and not others. */
export const Harm = {
  command: 1,
  code: 2,
  sql: 4,
  path: 8,
  ssrf: 16,
  redirect: 32,
  html: 64,
  xml: 128,
  deserialise: 256,
  prototype: 512,
  regex: 1024,
  log: 2048,
} as const;
export type Harm = keyof typeof Harm;

/** The mask of every kind of harm. */
export const everyHarm = 4095;

/** One place a value comes from, and what happened to it on its way. */
export interface Origin {
  readonly level: 1 | 2 | 3;
  /** Where it enters. */
  readonly node: ts.Node;
  /** The parameter it entered by, while nobody looked at the callers yet. */
  readonly parameter?: ts.ParameterDeclaration;
  /** The member of that parameter. */
  readonly member?: string;
  /** Set while the value is an object whose members are dangerous and not the object itself. */
  readonly carrier?: Carrier;
  /** Mask of the harm it can do no more. */
  readonly safeFor: number;
  /** Names it travelled through, oldest first. */
  readonly steps: readonly ts.Node[];
}

/** All origins of one expression; empty when nothing dangerous reaches it. */
export type Taint = readonly Origin[];

export const clean: Taint = [];

const maxOrigins = 6;
const maxSteps = 8;

/** Joins origins; of two from the same place the more dangerous one stays. */
export function union(...taints: readonly Taint[]): Taint {
  const filled = taints.filter((taint) => taint.length > 0);
  if (filled.length <= 1) return filled[0] ?? clean;
  const byNode = new Map<ts.Node, Origin>();
  for (const taint of filled)
    for (const origin of taint) {
      const known = byNode.get(origin.node);
      if (known === undefined) byNode.set(origin.node, origin);
      else if (known !== origin) byNode.set(origin.node, worse(known, origin));
    }
  return [...byNode.values()].sort((left, right) => right.level - left.level).slice(0, maxOrigins);
}

/** The same origins, unable to do the harm named by the mask. */
export function madeSafe(taint: Taint, mask: number): Taint {
  if (taint.length === 0 || mask === everyHarm) return clean;
  return taint.map((origin) => ({ ...origin, safeFor: origin.safeFor | mask }));
}

/** The same origins, with one more step on their way. */
export function through(taint: Taint, node: ts.Node): Taint {
  if (taint.length === 0) return taint;
  return taint.map((origin) =>
    origin.steps.length >= maxSteps || origin.steps.at(-1) === node || origin.node === node
      ? origin
      : { ...origin, steps: [...origin.steps, node] },
  );
}

/** The same origins, no longer known to arrive unchanged: a function nobody can see was between. */
export function doubted(taint: Taint): Taint {
  if (taint.length === 0) return taint;
  return taint
    .filter((origin) => origin.carrier === undefined)
    .map((origin) => (origin.level === 1 ? origin : { ...origin, level: 1 as const }));
}

function worse(left: Origin, right: Origin): Origin {
  const stronger = right.level > left.level ? right : left;
  return { ...stronger, safeFor: left.safeFor & right.safeFor };
}
