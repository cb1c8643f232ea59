import { createHash } from 'node:crypto';
import { ReviewOutput } from '@magi/contracts';
import { bareContext, type ReportContext, type ReportedFinding } from '../src/report-context.ts';

/** A review with one finding a given one, valid against the published schema. */
export function reviewWith(
  findings: readonly Partial<ReportedFinding>[],
  overrides: Partial<ReviewOutput> = {},
): ReviewOutput {
  const full = findings.map((finding, index) => findingWith({ id: `f${index}`, ...finding }));
  return ReviewOutput.parse({
    schemaVersion: 1,
    run: { id: 'run-1', protocol: 'magi', state: 'done' },
    candidate: {
      base: 'a'.repeat(40),
      head: 'b'.repeat(40),
      treeHash: 'c'.repeat(40),
      baseTreeHash: 'd'.repeat(40),
      files: [{ path: 'src/a.ts', status: 'modified', added: 3, removed: 1 }],
    },
    verdict: full.some((finding) => finding.gating) ? 'REJECT' : 'ACCEPT',
    outcome: null,
    reason: 'checks_failed',
    reasons: [],
    nextStage: 'SYNTHESIS',
    evaluated: { checks: 1, of: 2 },
    checks: [
      check(
        'runs_no_code_from_data',
        full.length > 0 ? 'false' : 'true',
        'The change runs no text.',
      ),
      check('keeps_the_style', 'not_evaluated', 'The change reads like its surroundings.'),
    ],
    findings: full,
    constraints: [],
    coverage: [{ file: 'src/a.ts', state: 'seen', scanners: { security: 'seen' } }],
    incomplete: [],
    signals: [],
    rounds: 1,
    attempts: 0,
    costs: {},
    durationMs: 1234,
    ...overrides,
  });
}

/** One gating finding on line 2 of `src/a.ts`. */
export function findingWith(overrides: Partial<ReportedFinding> = {}): ReportedFinding {
  const id = overrides.id ?? 'f0';
  return {
    id,
    check: 'runs_no_code_from_data',
    rule: 'security/eval',
    severity: 'critical',
    gating: true,
    file: 'src/a.ts',
    line: 2,
    message: 'Text of a request is run as code.',
    evidence: 'eval(request.body)',
    evidenceCheck: { status: 'exact' },
    origin: 'introduced',
    agreement: 0.5,
    fingerprint: createHash('sha256').update(id).digest('hex'),
    voices: [
      {
        scanner: 'security',
        rule: 'security/eval',
        severity: 'critical',
        line: 2,
        message: 'Text of a request is run as code.',
      },
    ],
    ...overrides,
  };
}

/** A context whose diff changes lines `newStart..` of `src/a.ts`. */
export function contextWith(overrides: Partial<ReportContext> = {}): ReportContext {
  return {
    ...bareContext('1.2.3'),
    files: [
      {
        path: 'src/a.ts',
        status: 'modified',
        kind: 'text',
        oldMode: '100644',
        newMode: '100644',
        oldOid: 'e'.repeat(40),
        newOid: 'f'.repeat(40),
        added: 3,
        removed: 1,
        hunks: [{ oldStart: 2, oldLines: 1, newStart: 2, newLines: 3 }],
      },
    ],
    ...overrides,
  };
}

/** Text that tries to leave every format: markup, commands, control characters, mentions. */
export const hostile =
  '::error::x%0A\u001b[2J\u202e<script>alert(1)</script> @team #12 ![p](http://evil/x.png) <!-- c --> ``` ]]> & "q" \'s\'';

function check(id: string, value: 'true' | 'false' | 'not_evaluated', statement: string) {
  const reason = value === 'not_evaluated' ? 'needs a model' : 'AND of 1 voice';
  return { id, statement, value, reason, voices: [{ scanner: 'security', value }] };
}
