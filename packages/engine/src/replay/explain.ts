import type { Entry } from '@magi/contracts';
import { acceptedEvents, alwaysCandidates, type Candidate, eventCandidates } from './candidates.ts';
import { createPlayer } from './player.ts';
import { createRecorder, type SeenMicrostep, type SeenStep } from './recorder.ts';
import { unknownEntry } from './replay.ts';
import { type TraceStep, traceStep } from './trace.ts';

/** Why an actor did what it did with one event. */
export interface ExplainedStep extends TraceStep {
  /** Every transition that could have been taken, in the order in which they are tried. */
  readonly candidates: readonly Candidate[];
  /** The same for each choice that followed without an event. */
  readonly followUps: readonly (readonly Candidate[])[];
  /** Events that the actor would have accepted. */
  readonly accepts: readonly string[];
}

export interface Explanation {
  readonly seq: number;
  readonly entry: Entry;
  /** Empty for notes: they change nothing. */
  readonly steps: readonly ExplainedStep[];
}

/**
 * Explains one entry: for every actor that it reached, every candidate transition with the value of
 * its guard, chosen or not; also for events that were not taken.
 *
 * @throws `MAGI_ENTRY_UNKNOWN`, and as `replay`
 */
export function explainStep(entries: Iterable<Entry>, seq: number): Explanation {
  const recorder = createRecorder();
  const player = createPlayer({ inspect: recorder.inspect });
  let newest: Entry | null = null;
  for (const entry of entries) {
    newest = entry;
    player.play(entry);
    const steps = recorder.take();
    if (entry.seq !== seq) continue;
    const { nameOf } = player.stage().system;
    return { seq, entry, steps: steps.map((step) => explained(seq, step, nameOf)) };
  }
  throw unknownEntry(newest?.run ?? '', seq, newest?.seq ?? -1);
}

/** Puts together what an actor could have done with an event, right after it was seen. */
export function explained(
  seq: number,
  step: SeenStep,
  nameOf: Parameters<typeof traceStep>[2],
): ExplainedStep {
  const [first] = step.microsteps;
  const { event } = step;
  const isStart = event.type === 'xstate.init' || event.type === 'xstate.stop';
  const byEvent = isStart ? undefined : first;
  const eventless = byEvent ? step.microsteps.slice(1) : step.microsteps;
  return {
    ...traceStep(seq, step, nameOf),
    candidates: byEvent
      ? eventCandidates({ snapshot: byEvent.before, event, chosen: byEvent.transitions })
      : [],
    followUps: eventless.map(followUp),
    accepts: first ? acceptedEvents(first.before) : [],
  };
}

function followUp(microstep: SeenMicrostep): readonly Candidate[] {
  const { before, after, transitions: chosen, event } = microstep;
  const moment = { snapshot: before, event, chosen };
  // The very first state of a machine is not seen; what was taken tells which it was.
  return before === after
    ? alwaysCandidates(
        moment,
        chosen.map(({ source }) => source),
      )
    : alwaysCandidates(moment);
}
