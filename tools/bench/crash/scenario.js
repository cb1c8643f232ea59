/** Scanners of the scenario; `style` needs a second try in the first round. */
const SCANNERS = ['core', 'security', 'performance', 'style', 'tests'];
/** Checks that fail by round: two are mended, one comes back no better. */
const FAILING = {
  1: ['core_is_fine', 'security_is_fine', 'tests_is_fine'],
  2: ['security_is_fine', 'tests_is_fine'],
  3: ['tests_is_fine'],
};

/**
 * Three rounds of five scanners with a retry, a back-off timer, two attempts and a decision: more
 * than forty entries.
 *
 * @param {any} magi
 */
export function fiveScanners(magi) {
  const input = magi.aRunInput();
  const { protocol } = input;
  const options = [{ id: 'accept', label: 'Accept', effect: 'accept' }];
  const cap = { options, freeText: false };
  return {
    ...input,
    fixer: 'scripted',
    protocol: { ...protocol, decisions: { ...protocol.decisions, cap, stall: cap } },
  };
}

/**
 * Answers of the outside: the same in every life of the run, each after a short while.
 *
 * @param {any} magi
 * @param {(line: string) => void} note
 */
export function script(magi, note) {
  const panel = SCANNERS.map((id) => magi.aScanner(id, { retries: id === 'style' ? 1 : 0 }));
  /** @type {Record<string, (input: any) => unknown>} */
  const answers = {
    ground: ({ round }) => ({
      candidate: magi.aCandidate({ head: round === 1 ? 'head1' : `fix${round - 1}` }),
      panel,
      configHash: '0'.repeat(64),
      dispositions: [],
    }),
    scan: ({ scanner, candidate, round, attempt }) => {
      if (scanner.id === 'style' && round === 1 && attempt === 1) throw new Error('flaky');
      const failing = FAILING[/** @type {1|2|3} */ (Math.min(round, 3))];
      const own = scanner.checks.map((/** @type {any} */ check) => check.id);
      return {
        ...magi.aCompletedReview(
          scanner,
          candidate,
          failing.filter((id) => own.includes(id)),
        ),
        cost: { calls: 1, usd: 0.25 },
      };
    },
    fix: ({ attempt, candidate }) => ({
      outcome: 'changed',
      fixer: 'scripted',
      startedFrom: candidate.head.commit,
      commit: `fix${attempt}`,
      tree: `tree-of-fix${attempt}`,
      written: [],
      dispositions: [],
      conflicts: [],
    }),
    promote: ({ commit }) => ({ outcome: 'promoted', head: commit, tree: `tree-of-${commit}` }),
    discard: () => ({}),
  };
  return {
    async run(/** @type {any} */ { key, kind, input }) {
      note(`start ${key}`);
      await new Promise((resolve) => setTimeout(resolve, 2 + (key.length % 5)));
      const answer = answers[kind]?.(input);
      note(`end ${key}`);
      return answer;
    },
    reconcile: async () => ({ state: 'restart' }),
  };
}
