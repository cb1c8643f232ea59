/**
 * Histories with known truth.
 *
 * Every check has a kind; how often it fails and what people do about it follows from the kind.
 * @typedef {'useful' | 'noisy' | 'dead' | 'flaky'} Kind
 * @typedef {{ fail: number, fixed: number, dismissed: number, flip: number }} Habits
 */

/** Shares by kind; what is neither fixed nor dismissed stays unresolved. @type {Record<Kind, Habits>} */
export const habits = {
  useful: { fail: 0.35, fixed: 0.8, dismissed: 0.08, flip: 0 },
  noisy: { fail: 0.45, fixed: 0.08, dismissed: 0.82, flip: 0 },
  dead: { fail: 0, fixed: 0, dismissed: 0, flip: 0 },
  flaky: { fail: 0.3, fixed: 0.6, dismissed: 0.1, flip: 0.35 },
};

/** True share of judged failures that are of no use. @param {Kind} kind */
export function trueUselessness(kind) {
  const { fixed, dismissed } = habits[kind];
  return fixed + dismissed === 0 ? null : dismissed / (fixed + dismissed);
}

/** @type {readonly [string, Kind][]} */
export const checks = [
  ['bounds_retries', 'useful'],
  ['closes_streams', 'useful'],
  ['names_owner', 'useful'],
  ['keeps_order', 'noisy'],
  ['uses_short_names', 'noisy'],
  ['avoids_goto', 'dead'],
  ['reads_clearly', 'flaky'],
];

/** Issues that no check asks for: said in several words, acted upon often, or said once. */
const planted = [
  [
    'outgoing call lacks a retry budget',
    'retry budget missing for outgoing call',
    'no retry budget on the outgoing call',
  ],
  [
    'cache entry never expires',
    'expiry of the cache entry is missing',
    'cache entry without expiry',
  ],
];

/**
 * One history of `runs` runs by several authors, each of one change.
 *
 * @param {{ buildRun: Function, plainProtocol: object, seededRandom: (seed: number) => () => number }} kit
 * @param {{ seed: number, runs: number, clusters: number }} options clusters: planted ones that occur
 */
export function simulateHistory(kit, { seed, runs, clusters }) {
  const random = kit.seededRandom(seed);
  return Array.from({ length: runs }, (_, index) => {
    const plan = planRun(random, index, clusters);
    return kit.buildRun(plan, kit.plainProtocol);
  });
}

/** @param {() => number} random @param {number} index @param {number} clusters */
function planRun(random, index, clusters) {
  /** @type {Record<string, string>} */ const first = {};
  /** @type {Record<string, string>} */ const second = {};
  /** @type {Record<string, number>} */ const before = { 'src/quiet.ts': 1 };
  /** @type {Record<string, number>} */ const after = { 'src/quiet.ts': 1 };
  const dismissed = [];
  for (const [check, kind] of checks) {
    const { fail, fixed, dismissed: isDismissed, flip } = habits[kind];
    const file = `src/${check}.ts`;
    before[file] = 1;
    after[file] = 1;
    if (random() < flip) {
      // Its own file stays as it is, and yet the answer changes.
      (random() < 0.5 ? first : second)[check] = file;
      continue;
    }
    if (random() >= fail) continue;
    first[check] = file;
    const fate = random();
    if (fate < fixed) after[file] = 2;
    else second[check] = file;
    if (fate >= fixed && fate < fixed + isDismissed) dismissed.push(check);
  }
  const unlisted = planted.slice(0, clusters).flatMap((words, cluster) => {
    if (random() > 0.12) return [];
    const file = `src/issue${cluster}.ts`;
    before[file] = 1;
    after[file] = random() < 0.7 ? 2 : 1;
    const message = words[Math.floor(random() * words.length)] ?? '';
    return [{ rule: `note-${cluster}`, message, file }];
  });
  if (random() < 0.2) {
    before['src/single.ts'] = 1;
    after['src/single.ts'] = 2;
    unlisted.push({
      rule: `single-${index}`,
      message: singleMessage(random),
      file: 'src/single.ts',
    });
  }
  const stays = unlisted.filter(({ file }) => after[file] === before[file]);
  return {
    run: `run-${String(index).padStart(5, '0')}`,
    at: new Date(Date.UTC(2026, 0, 1) + index * 3_600_000).toISOString(),
    change: `change-${index}`,
    author: `author-${Math.floor(random() * 7)}`,
    checks: checks.map(([check]) => check),
    rounds: [
      { files: before, fails: first, unlisted },
      { files: after, fails: second, unlisted: stays },
    ],
    dismissed,
  };
}

const syllables = ['ba', 'ko', 'ri', 'mu', 'te', 'lo', 'za', 'fi', 'du', 'pe', 'xa', 'no'];

/** Words that nobody repeats: a cluster made of these would be a false one. @param {() => number} random */
function singleMessage(random) {
  const word = () =>
    Array.from({ length: 3 }, () => syllables[Math.floor(random() * syllables.length)]).join('');
  return Array.from({ length: 5 }, word).join(' ');
}
