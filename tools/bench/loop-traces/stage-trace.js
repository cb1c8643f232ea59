/**
 * One published trace: counts per round, sets of problems, or values of checks.
 * @typedef {object} Trace
 * @property {string} id
 * @property {number[]} [rounds]
 * @property {string[][]} [sets]
 * @property {Record<string, boolean>[]} [checks]
 * @property {number} [newIdsShare] share of findings that the last fix brought in
 * @property {boolean} [sameRegion]
 * @property {boolean} [onFixLines]
 * @property {boolean} [sameFindingNewIds]
 * @property {number} [cap]
 * @property {number} [by]
 * @property {string[]} [reasons]
 */
/** @typedef {{ key: string, rule: string, message: string, evidence: string, line: number, symbol: string, isNew: boolean }} Staged */
/** @typedef {{ findings: Staged[], checks: Record<string, boolean> }} StagedRound */

/**
 * Turns a trace into what a reviewer would report in each round.
 *
 * Every problem stands on a line of its own and keeps it. A fixer works from the top: what goes away
 * is what was there longest, and what is new (`newIdsShare`, `onFixLines`) lies on the lines that
 * the last attempt wrote.
 *
 * @param {Trace} trace
 * @returns {StagedRound[]}
 */
export function stage(trace) {
  if (trace.checks !== undefined) return stageChecks(trace.checks);
  if (trace.sets !== undefined) {
    return trace.sets.map((set) => ({ findings: set.map((name) => problem(name)), checks: {} }));
  }
  return stageCounts(trace, trace.rounds ?? []);
}

/**
 * A check that is true from the start would end the loop at once, so another one keeps it going.
 * @param {Record<string, boolean>[]} checks
 */
function stageChecks(checks) {
  return checks.map((values, index) => ({
    findings: [],
    checks: { ...values, something_else: index === checks.length - 1 },
  }));
}

/**
 * @param {Trace} trace
 * @param {number[]} counts
 * @returns {StagedRound[]}
 */
function stageCounts(trace, counts) {
  const share = trace.onFixLines || trace.sameRegion ? 1 : (trace.newIdsShare ?? 0);
  let named = 0;
  /** @type {Staged[]} */
  let open = [];
  return counts.map((count, index) => {
    if (trace.sameFindingNewIds) return { findings: [renamed(index)], checks: {} };
    const brought = index === 0 ? count : Math.round(count * share);
    const kept = open.slice(Math.max(0, open.length - (count - brought)));
    const missing = count - kept.length;
    const fresh = Array.from({ length: missing }, () => {
      named += 1;
      const isNew = index > 0;
      return problem(
        `${named}`,
        trace.sameRegion ? 'oneSection' : undefined,
        isNew && !trace.sameRegion,
      );
    });
    open = [...kept.map((it) => ({ ...it, isNew: false })), ...fresh];
    return { findings: open, checks: {} };
  });
}

/**
 * @param {string} name
 * @param {string} [symbol]
 * @param {boolean} [isNew]
 * @returns {Staged}
 */
function problem(name, symbol, isNew = false) {
  const number = numberOf(name);
  const noun = nouns[number % nouns.length];
  const verb = verbs[(number * 7) % verbs.length];
  const other = nouns[Math.floor(number / nouns.length) % nouns.length];
  return {
    key: name,
    rule: `rule-${name}`,
    message: `${noun} ${verb} ${other} (${number})`,
    evidence: `${noun}.${verb}(${other}${number});`,
    line: 10 + number * 40,
    symbol: symbol ?? `part${number}`,
    isNew,
  };
}

/**
 * One false finding under a new name and in new words each round, always about the same line.
 * @param {number} index
 * @returns {Staged}
 */
function renamed(index) {
  const words = [
    'the result of load is never checked',
    'load may fail and its result is not checked',
    'nobody checks the result that load returns',
    'unchecked result of load',
    'result of load goes unchecked',
  ];
  return {
    ...problem('1'),
    rule: `finding-${index + 1}`,
    message: words[index % words.length] ?? '',
    evidence: 'const result = await load(path);',
  };
}

/** @param {string} name */
function numberOf(name) {
  return /^\d+$/u.test(name) ? Number(name) : (name.codePointAt(0) ?? 0);
}

const nouns = [
  'cache',
  'socket',
  'parser',
  'ledger',
  'queue',
  'cursor',
  'token',
  'worker',
  'buffer',
];
const verbs = ['overflows', 'leaks', 'deadlocks', 'truncates', 'races', 'rejects', 'forgets'];
