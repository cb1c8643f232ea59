/**
 * Answers every effect of a loop at once: five reviewers of whom `core` never agrees, so that each
 * round is mended, promoted and reviewed again.
 *
 * @param {any} magi
 */
export function instantRunner(magi) {
  const { answers } = instantAnswers(magi);
  /** @param {{ kind: keyof typeof answers, input: any }} request */
  const run = async ({ kind, input }) => answers[kind]?.(input);
  return { run };
}

/**
 * The same answers without a runner, by kind of effect, and the panel that gives them.
 *
 * @param {any} magi
 */
export function instantAnswers(magi) {
  const panel = ['core', 'security', 'performance', 'style', 'tests'].map((id) =>
    magi.aScanner(id),
  );
  /** @type {Record<'ground' | 'scan' | 'fix' | 'promote' | 'discard', (input: any) => any>} */
  const answers = {
    ground: ({ round }) => ({
      candidate: magi.aCandidate({ head: `head${round}` }),
      panel,
      configHash: '0'.repeat(64),
      dispositions: [],
    }),
    scan: ({ scanner, candidate }) =>
      magi.aCompletedReview(scanner, candidate, scanner.id === 'core' ? ['core_is_fine'] : []),
    fix: ({ attempt, candidate }) => ({
      outcome: 'changed',
      fixer: 'bench',
      startedFrom: candidate.head.commit,
      commit: `head${attempt + 1}`,
      tree: `tree-of-head${attempt + 1}`,
      written: [],
      dispositions: [],
      conflicts: [],
    }),
    promote: ({ commit }) => ({ outcome: 'promoted', head: commit, tree: `tree-of-${commit}` }),
    discard: () => ({}),
  };
  return { answers, panel };
}
