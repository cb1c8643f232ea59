/* What both sides of the round bench play. */

/** Rounds of one run. */
export const ROUNDS = 10;

/**
 * Runs before the first that counts. CPU is that of the process with the threads of its compiler,
 * which are busy for some hundred rounds; what is compiled once is not the cost of a round.
 */
export const WARM_UP = 60;
