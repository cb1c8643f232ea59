import type {
  Candidate,
  CheckSpec,
  Protocol,
  Review,
  RunInput,
  ScannerSpec,
} from '@magi/contracts';

/** A candidate with one changed file. */
export function aCandidate(
  options: { readonly head?: string; readonly files?: Candidate['files'] } = {},
): Candidate {
  const head = options.head ?? 'head1';
  return {
    request: { mode: 'worktree' },
    base: { ref: 'main', commit: 'base', tree: 'tree-of-base' },
    head: { ref: 'feature', commit: head, tree: `tree-of-${head}` },
    files: options.files ?? [aChangedFile('src/a.ts')],
  };
}

export function aChangedFile(path: string): Candidate['files'][number] {
  return {
    path,
    status: 'modified',
    kind: 'text',
    oldMode: '100644',
    newMode: '100644',
    oldOid: 'a'.repeat(40),
    newOid: 'b'.repeat(40),
    added: 1,
    removed: 1,
    hunks: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1 }],
  };
}

/** A scanner that owns the named checks, or one check named after itself. */
export function aScanner(
  id: string,
  options: { readonly checks?: readonly string[] } & Partial<
    Pick<ScannerSpec, 'timeoutMs' | 'retries'>
  > = {},
): ScannerSpec {
  const { checks = [`${id}_is_fine`], timeoutMs = 60_000, retries = 0 } = options;
  return {
    id,
    role: `${id} scanner`,
    kind: 'builtin',
    checks: checks.map(aCheck),
    timeoutMs,
    retries,
  };
}

function aCheck(id: string): CheckSpec {
  return { id, statement: `${id} holds`, failAt: 'warning', decidable: true };
}

/** A review that looked at everything; the named checks are false, each with a finding. */
export function aCompletedReview(
  scanner: ScannerSpec,
  candidate: Candidate,
  failing: readonly string[] = [],
): Review {
  return {
    scanner: scanner.id,
    role: scanner.role,
    tree: candidate.head.tree,
    status: 'completed',
    assertions: scanner.checks.map(({ id }) => ({
      check: id,
      value: failing.includes(id) ? 'false' : 'true',
    })),
    findings: failing.map((check, index) => ({
      check,
      rule: `${check}-rule`,
      severity: 'critical',
      file: candidate.files[0]?.path ?? 'src/a.ts',
      line: index + 1,
      message: `${check} does not hold`,
      evidence: `line ${index + 1}`,
    })),
    coverage: candidate.files.map(({ path }) => ({ file: path, state: 'seen' })),
  };
}

/** A protocol with everything set to the plainest choice: three reviews, logical AND, park at questions. */
export function aProtocol(changes: Partial<Protocol> = {}): Protocol {
  const options = [
    { id: 'proceed', label: 'Proceed anyway', effect: 'accept' },
    { id: 'adjust', label: 'Try again', effect: 'retry' },
    { id: 'stop', label: 'Stop', effect: 'stop' },
  ] as const;
  const question = { options: [...options], freeText: true };
  return {
    id: 'plain',
    version: 1,
    title: 'Plain protocol of the tests',
    entry: 'review',
    validateBeforeReview: false,
    panel: {
      scanners: [],
      select: 'all',
      quorum: 'all',
      fault: { retries: 0, afterwards: 'block' },
      timeoutMs: 60_000,
    },
    merge: { kind: 'and' },
    missingAssertion: 'fail',
    claimVsEvidence: 'recount',
    severities: [
      { id: 'critical', label: 'critical', aliases: [] },
      { id: 'warning', label: 'warning', aliases: [] },
      { id: 'info', label: 'info', aliases: [] },
    ],
    gate: { max: { critical: 0, warning: 0 }, checks: 'and', unlisted: 'block' },
    budget: { reviews: 3, attemptSpends: 'start' },
    detectors: [],
    oscillationPrecedence: 'accept',
    fix: {
      scope: 'all',
      isolation: 'worktree',
      commit: 'per_attempt',
      validate: [],
      conflict: 'ask',
      decline: 'continue',
    },
    decisions: {
      cap: question,
      stall: question,
      conflict: {
        options: [{ id: 'adopt', label: 'Adopt the first alternative', effect: 'resolve' }],
        freeText: true,
      },
    },
    unattended: 'park',
    publication: 'none',
    artifacts: { codec: 'magi', suffix: '.magi.json' },
    terms: {},
    ...changes,
  };
}

/** Input of a run; a loop with a scripted fixer unless changed. */
export function aRunInput(changes: Partial<RunInput> = {}): RunInput {
  return {
    mode: 'loop',
    request: { mode: 'worktree' },
    protocol: aProtocol(),
    requireAll: false,
    fixer: 'scripted',
    validations: [],
    settings: {},
    ...changes,
  };
}
