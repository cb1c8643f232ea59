import type { Severity } from '@magi/contracts';
import { shareOfCost } from './labels/share-of-cost.ts';
import type { TrainingRound, TrainingRun } from './training-run.ts';

/** One finding, as far as labels need it. */
export interface DigestFinding {
  /** Null for an issue that no check asks for. */
  readonly check: string | null;
  readonly rule: string;
  /** Kept for unlisted issues only: nothing reads the words of a listed one. */
  readonly message: string;
  readonly scanner: string;
  readonly severity: Severity;
  readonly file: string;
  readonly fingerprint: string;
}

export interface DigestRound {
  readonly tree: string;
  /** Merged values by check; checks that were not evaluated are left out. */
  readonly values: ReadonlyMap<string, 'true' | 'false'>;
  readonly findings: readonly DigestFinding[];
  /** Path → blob id of the reviewed content. */
  readonly content: ReadonlyMap<string, string | null>;
  readonly disagreements: readonly string[];
}

/**
 * What labels need of a run, a small part of it: ten thousand digests fit where ten thousand runs
 * would not.
 */
export interface RunDigest {
  readonly run: string;
  readonly at: string;
  readonly change: string;
  readonly author: string;
  readonly trusted: boolean;
  readonly rounds: readonly DigestRound[];
  readonly costs: ReadonlyMap<string, { readonly costUsd: number; readonly costMs: number }>;
  /** Fingerprints of findings that somebody declined, refuted or accepted as a risk. */
  readonly dismissed: ReadonlySet<string>;
  /** A person accepted the run as it was. */
  readonly wasAccepted: boolean;
  /** Checks the panel knew. */
  readonly checks: readonly string[];
}

/** Reduces a run to its digest. */
export function digestRun(run: TrainingRun): RunDigest {
  const checks = [
    ...new Set(
      run.rounds.flatMap(({ panel }) => panel.flatMap(({ checks }) => checks.map(({ id }) => id))),
    ),
  ].map(intern);
  return {
    run: run.run,
    at: run.at,
    change: run.change,
    author: intern(run.author),
    trusted: run.trusted,
    rounds: run.rounds.map(digestRound),
    costs: new Map(checks.map((check) => [check, shareOfCost(run.rounds, check)])),
    dismissed: new Set(
      [...run.dispositions, ...(run.saidLater ?? [])]
        .filter(({ value }) => ['declined', 'refuted', 'accepted_risk'].includes(value))
        .map(({ fingerprint }) => fingerprint),
    ),
    wasAccepted: run.decisions.some(({ option }) => /accept|proceed|override/.test(option)),
    checks,
  };
}

function digestRound({ consolidation, candidate }: TrainingRound): DigestRound {
  const findings = [
    ...consolidation.findings,
    ...consolidation.suppressed.map(({ finding }) => finding),
  ];
  return {
    tree: consolidation.tree,
    values: new Map(
      consolidation.checks.flatMap(({ id, value }) =>
        value === 'not_evaluated' ? [] : [[intern(id), value] as const],
      ),
    ),
    findings: findings.map(({ check, rule, message, voices, severity, file, fingerprint }) => ({
      check: check === null ? null : intern(check),
      rule: intern(rule),
      message: check === null ? message : '',
      scanner: intern(voices[0]?.scanner ?? ''),
      severity,
      file,
      fingerprint,
    })),
    content: new Map(candidate.files.map(({ path, newOid }) => [path, newOid])),
    disagreements: consolidation.disagreements.map(({ check }) => intern(check)),
  };
}

const known = new Map<string, string>();

/** Names repeat in every run; one copy of each is enough. */
function intern(text: string): string {
  const copy = known.get(text);
  if (copy !== undefined) return copy;
  known.set(text, text);
  return text;
}
