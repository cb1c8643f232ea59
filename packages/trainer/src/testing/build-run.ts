import { consolidate } from '@magi/consolidation';
import type {
  Assertion,
  Candidate,
  Disposition,
  Protocol,
  ReportedFinding,
  Review,
  RoundRecord,
  ScannerSpec,
} from '@magi/contracts';
import type { TrainingRound, TrainingRun } from '../training-run.ts';

/** What one scanner says in a made-up round: findings by check, and issues that no check asks for. */
export interface RoundPlan {
  /** File name → version; a version that differs from the round before is a change of that file. */
  readonly files: Readonly<Record<string, number>>;
  /** Check → file its finding lies in. Checks that are not named here pass. */
  readonly fails: Readonly<Record<string, string>>;
  readonly severity?: Readonly<Record<string, ReportedFinding['severity']>>;
  readonly unlisted?: readonly {
    readonly rule: string;
    readonly message: string;
    readonly file: string;
  }[];
}

/** A made-up run: everything of it goes through the real consolidation. */
export interface RunPlan {
  readonly run: string;
  readonly at: string;
  readonly change: string;
  readonly author: string;
  readonly checks: readonly string[];
  readonly rounds: readonly RoundPlan[];
  readonly trusted?: boolean;
  /** Checks whose findings were dismissed by a person after the last round. */
  readonly dismissed?: readonly string[];
  readonly isAccepted?: boolean;
}

/** Builds a training run from a plan. */
export function buildRun(plan: RunPlan, protocol: Protocol): TrainingRun {
  const rounds: TrainingRound[] = [];
  for (const [index, round] of plan.rounds.entries())
    rounds.push(buildRound(plan, round, index + 1, protocol, rounds));
  return {
    run: plan.run,
    at: plan.at,
    change: plan.change,
    author: plan.author,
    trusted: plan.trusted ?? true,
    protocol,
    requireAll: false,
    rounds,
    decisions: plan.isAccepted ? [{ question: 'cap', option: 'accept', by: plan.author }] : [],
    dispositions: dispositionsOf(plan, rounds),
  };
}

function buildRound(
  plan: RunPlan,
  round: RoundPlan,
  number: number,
  protocol: Protocol,
  history: readonly RoundRecord[],
): TrainingRound {
  const candidate = candidateOf(round);
  const panel = [specOf(plan.checks)];
  const reviews = [reviewOf(plan, round, candidate)];
  const consolidation = consolidate({
    round: number,
    candidate,
    panel,
    reviews,
    protocol,
    requireAll: false,
    dispositions: [],
    history,
  });
  return { round: number, consolidation, signals: [], candidate, panel, reviews };
}

function specOf(checks: readonly string[]): ScannerSpec {
  return {
    id: 'core',
    role: 'Core Scanner',
    kind: 'builtin',
    checks: checks.map((id) => ({
      id,
      statement: `${id} holds`,
      failAt: 'warning',
      decidable: true,
    })),
    timeoutMs: 1_000,
    retries: 0,
  };
}

function candidateOf({ files }: RoundPlan): Candidate {
  const tree = Object.entries(files)
    .map(([name, version]) => `${name}@${version}`)
    .join(',');
  return {
    request: { mode: 'worktree' },
    base: { ref: 'main', commit: 'base', tree: 'base' },
    head: { ref: 'HEAD', commit: null, tree },
    files: Object.entries(files).map(([path, version]) => ({
      path,
      status: 'modified',
      kind: 'text',
      oldMode: '100644',
      newMode: '100644',
      oldOid: 'old',
      newOid: `${path}@${version}`,
      added: 10,
      removed: 0,
      hunks: [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 10 }],
    })),
  };
}

function reviewOf(plan: RunPlan, round: RoundPlan, candidate: Candidate): Review {
  const listed = plan.checks.flatMap((check): ReportedFinding[] => {
    const file = round.fails[check];
    if (file === undefined) return [];
    const severity = round.severity?.[check] ?? 'warning';
    return [finding({ check, rule: check, severity, file, message: `${check} is broken` })];
  });
  const unlisted = (round.unlisted ?? []).map(({ rule, message, file }) =>
    finding({ rule, severity: 'info', file, message }),
  );
  return {
    scanner: 'core',
    role: 'Core Scanner',
    tree: candidate.head.tree,
    status: 'completed',
    assertions: plan.checks.map(
      (check): Assertion => ({ check, value: round.fails[check] === undefined ? 'true' : 'false' }),
    ),
    findings: [...listed, ...unlisted],
    coverage: candidate.files.map(({ path }) => ({ file: path, state: 'seen' })),
    cost: { durationMs: 100 },
  };
}

function finding(
  parts: Pick<ReportedFinding, 'rule' | 'severity' | 'file' | 'message'> & { check?: string },
): ReportedFinding {
  return { ...parts, line: 1, evidence: `code for ${parts.rule}` };
}

function dispositionsOf(plan: RunPlan, rounds: readonly TrainingRound[]): readonly Disposition[] {
  const last = rounds.at(-1)?.consolidation.findings ?? [];
  return last
    .filter(({ check }) => check !== null && plan.dismissed?.includes(check))
    .map(({ fingerprint, contentDigest }) => ({
      fingerprint,
      contentDigest,
      value: 'declined',
      reason: 'not a problem here',
      by: plan.author,
      round: rounds.length,
    }));
}
