import { stage } from './stage-trace.js';

/** @import { StagedRound, Trace } from './stage-trace.js' */
/** @import { Ending } from './play-trace.js' */

const reviewsOfSeed003 = 3;

/**
 * Seed 003 to the letter: a key that changes back, or the same constraints in the same words, is
 * oscillation, even where nothing is wrong any more; three reviews at most.
 *
 * @param {Trace} trace
 * @returns {Ending}
 */
export function literalSeed003(trace) {
  const rounds = stage(trace);
  /** @type {Map<string, boolean[]>} */
  const course = new Map();
  for (const [index, round] of rounds.entries()) {
    const number = index + 1;
    for (const [key, value] of statesOf(round, rounds)) {
      course.set(key, [...(course.get(key) ?? []), value]);
    }
    const toggled = [...course.values()].some((states) => {
      const [a, b, c] = states.slice(-3);
      return states.length >= 3 && a === c && a !== b;
    });
    const before = rounds[index - 1];
    const isSame =
      before !== undefined && textOf(before) !== '' && textOf(before) === textOf(round);
    if (toggled || isSame) return { round: number, reason: 'oscillation', converged: false };
    if (textOf(round) === '') return { round: number, reason: 'accepted', converged: true };
    if (number >= reviewsOfSeed003) return { round: number, reason: 'cap', converged: false };
  }
  return { round: rounds.length, reason: 'never', converged: false };
}

/**
 * Stops when a round's output is at least 90 % like that of one of the five rounds before.
 *
 * @param {Trace} trace
 * @returns {Ending}
 */
export function similarOutput(trace) {
  const rounds = stage(trace);
  for (const [index, round] of rounds.entries()) {
    const text = textOf(round);
    if (text === '') return { round: index + 1, reason: 'accepted', converged: true };
    const earlier = rounds.slice(Math.max(0, index - 5), index);
    if (earlier.some((other) => likeness(textOf(other), text) >= 0.9)) {
      return { round: index + 1, reason: 'similar', converged: false };
    }
  }
  return { round: rounds.length, reason: 'never', converged: false };
}

/**
 * Checks and named problems are keys of a checklist; numbered ones are issues outside of it.
 *
 * @param {StagedRound} round
 * @param {readonly StagedRound[]} all
 * @returns {[string, boolean][]} every key of the trace and whether it is met
 */
function statesOf(round, all) {
  const names = all.flatMap(({ findings }) => findings.map(({ key }) => key));
  const keys = new Set(names.filter((name) => /^\D/u.test(name)));
  const open = new Set(round.findings.map(({ key }) => key));
  return [
    ...Object.entries(round.checks),
    ...[...keys].map((key) => /** @type {[string, boolean]} */ ([key, !open.has(key)])),
  ];
}

/**
 * What a round prints: one line a problem.
 * @param {StagedRound} round
 */
function textOf({ findings, checks }) {
  const failed = Object.entries(checks).flatMap(([key, value]) =>
    value ? [] : [`${key} is false`],
  );
  return [...failed, ...findings.map(({ message, evidence }) => `${message}: ${evidence}`)].join(
    '\n',
  );
}

/**
 * @param {string} a
 * @param {string} b
 */
function likeness(a, b) {
  const [left, right] = [gramsOf(a), gramsOf(b)];
  let common = 0;
  for (const gram of left) if (right.has(gram)) common += 1;
  return (2 * common) / Math.max(1, left.size + right.size);
}

/** @param {string} text */
function gramsOf(text) {
  return new Set(
    Array.from({ length: Math.max(0, text.length - 2) }, (_, at) => text.slice(at, at + 3)),
  );
}
