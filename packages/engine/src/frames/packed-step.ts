import type { ExplainedStep } from '../replay/explain.ts';

/** A step without what is empty, and without its entry: equal steps of different entries are equal. */
export type PackedStep = Pick<ExplainedStep, 'actor' | 'source' | 'event'> & Partial<ExplainedStep>;

const empty: Omit<ExplainedStep, 'seq' | 'actor' | 'source' | 'event'> = {
  microsteps: [],
  actions: [],
  sent: [],
  rejected: null,
  candidates: [],
  followUps: [],
  accepts: [],
};

/** Leaves out what `fullStep` puts back. */
export function packedStep({ seq: _seq, ...step }: ExplainedStep): PackedStep {
  const said = Object.entries(step).filter(
    ([, part]) => part !== null && !(Array.isArray(part) && part.length === 0),
  );
  return Object.fromEntries(said) as unknown as PackedStep;
}

export function fullStep(step: PackedStep, seq: number): ExplainedStep {
  return { ...empty, ...step, seq };
}
