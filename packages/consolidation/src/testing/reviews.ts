import type {
  Assertion,
  Candidate,
  Hunk,
  Protocol,
  ReportedFinding,
  Review,
  ScannerSpec,
} from '@magi/contracts';
import type { ConsolidationInput } from '../consolidate.ts';

/** Tree of the head in every candidate made here. */
export const headTree = 'a'.repeat(40);

/** A candidate that rewrites line 1 to 100 of every given file. */
export function candidate(
  files: readonly string[] = ['a.ts'],
  hunks: readonly Hunk[] = [{ oldStart: 1, oldLines: 100, newStart: 1, newLines: 100 }],
): Candidate {
  return {
    request: { mode: 'worktree' },
    base: { ref: 'main', commit: null, tree: 'b'.repeat(40) },
    head: { ref: 'HEAD', commit: null, tree: headTree },
    files: files.map((path) => ({
      path,
      status: 'modified',
      kind: 'text',
      oldMode: '100644',
      newMode: '100644',
      oldOid: null,
      newOid: null,
      added: 100,
      removed: 100,
      hunks: [...hunks],
    })),
  };
}

/** A member of the panel that can decide the given checks, gating from `warning` on. */
export function scanner(
  id: string,
  checks: readonly string[],
  changes: Partial<ScannerSpec> = {},
): ScannerSpec {
  return {
    id,
    role: `${id} scanner`,
    kind: 'builtin',
    checks: checks.map((check) => ({
      id: check,
      statement: `${check} holds`,
      failAt: 'warning',
      decidable: true,
    })),
    timeoutMs: 1000,
    retries: 0,
    ...changes,
  };
}

/** A completed review of the head that saw `a.ts` and `b.ts`. */
export function review(
  id: string,
  answers: Readonly<Record<string, boolean>>,
  findings: readonly ReportedFinding[] = [],
  changes: Partial<Review> = {},
): Review {
  return {
    scanner: id,
    role: `${id} scanner`,
    tree: headTree,
    status: 'completed',
    assertions: Object.entries(answers).map(
      ([check, value]): Assertion => (value ? { check, value: 'true' } : { check, value: 'false' }),
    ),
    findings: [...findings],
    coverage: ['a.ts', 'b.ts'].map((file) => ({ file, state: 'seen' })),
    ...changes,
  };
}

/** A finding of weight at `a.ts:1`, introduced by the change. */
export function finding(changes: Partial<ReportedFinding> = {}): ReportedFinding {
  const line = changes.line ?? 1;
  const evidence = changes.evidence ?? `line${line}();`;
  return {
    rule: changes.check ?? 'some-rule',
    severity: 'critical',
    file: 'a.ts',
    line,
    message: `problem on line ${line}`,
    evidence,
    ...changes,
  };
}

/** Protocol of seed 003 without limits or detectors. */
export function protocol(changes: Partial<Protocol> = {}): Protocol {
  const stopOnly = {
    options: [{ id: 'stop', label: 'Stop', effect: 'stop' as const }],
    freeText: false,
  };
  return {
    id: 'test',
    version: 1,
    title: 'Test',
    entry: 'review',
    validateBeforeReview: false,
    panel: {
      scanners: [],
      select: 'all',
      quorum: 'all',
      fault: { retries: 0, afterwards: 'block' },
      timeoutMs: 1000,
    },
    merge: { kind: 'and' },
    missingAssertion: 'fail',
    claimVsEvidence: 'recount',
    severities: [],
    gate: { max: {}, checks: 'and', unlisted: 'block' },
    budget: { attemptSpends: 'completion' },
    detectors: [],
    oscillationPrecedence: 'accept',
    fix: {
      scope: 'all',
      isolation: 'none',
      commit: 'per_attempt',
      validate: [],
      conflict: 'ask',
      decline: 'block',
    },
    decisions: { cap: stopOnly, stall: stopOnly, conflict: stopOnly },
    unattended: 'stop',
    publication: 'none',
    artifacts: { codec: 'magi', suffix: '.magi.json' },
    terms: {},
    ...changes,
  };
}

/** The input of one consolidation; a first round of one file unless said otherwise. */
export function roundOf(changes: Partial<ConsolidationInput> = {}): ConsolidationInput {
  return {
    round: 1,
    candidate: candidate(),
    panel: [],
    reviews: [],
    protocol: protocol(),
    requireAll: false,
    dispositions: [],
    history: [],
    ...changes,
  };
}
