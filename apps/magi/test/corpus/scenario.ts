import type { Ground } from './ground.ts';

/** Facts about a repository, read with git alone; plain values, so that they can be compared. */
export type Evidence = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** What the command said of itself: its exit code, and outcome and reason of the run. */
export interface Told {
  readonly code: number | null;
  /** `outcome/reason`, or the code of the error that ended the command. */
  readonly reason: string;
}

/** One situation of the corpus, played against real repositories and real processes. */
export interface Scenario {
  readonly name: string;
  /** What it stands for in seed 002, where that has no exact counterpart here. */
  readonly counterpart?: string;
  /** What git must show afterwards. */
  readonly expected: Evidence;
  /** What the command must say as well; saying it right never makes a scenario pass. */
  readonly told: Told;
  /** Plays the situation and reads the evidence. */
  play(ground: Ground): Promise<{ readonly evidence: Evidence; readonly told: Told }>;
}
