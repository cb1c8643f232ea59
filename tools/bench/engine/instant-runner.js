/**
 * Answers every effect of a loop at once: five reviewers of whom `core` never agrees, so that each
 * round is mended, promoted and reviewed again.
 *
 * @param {any} magi
 */
export function instantRunner(magi) {
  const panel = ['core', 'security', 'performance', 'style', 'tests'].map((id) =>
    magi.aScanner(id),
  );
  /** @type {Record<string, (input: any) => unknown>} */
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
  return { run: async (/** @type {any} */ { kind, input }) => answers[kind]?.(input) };
}
