import type { Review, ScannerSpec } from '@magi/contracts';
import type { ChecklistEdit } from '../proposals/proposal.ts';
import type { TrainingRound } from '../training-run.ts';

/** Panel and reviews of a recorded round as they would read under an edited checklist. */
export function editRound(
  round: TrainingRound,
  edit: ChecklistEdit,
): { readonly panel: readonly ScannerSpec[]; readonly reviews: readonly Review[] } {
  switch (edit.kind) {
    case 'retire':
      return withoutCheck(round, edit.check, () => true);
    case 're_route':
      return reroute(round, edit);
    case 'demote':
      return {
        panel: round.panel.map((spec) => ({
          ...spec,
          checks: spec.checks.map((check) =>
            check.id === edit.check ? { ...check, failAt: edit.failAt } : check,
          ),
        })),
        reviews: round.reviews.map((review) => softened(review, edit.check, edit.failAt)),
      };
    case 'promote':
      return promoted(round, edit);
    case 'reword':
    case 'split':
      return round;
  }
}

/** The check stays for files that match; what it said of others is taken away. */
function reroute(
  round: TrainingRound,
  edit: Extract<ChecklistEdit, { kind: 're_route' }>,
): { readonly panel: readonly ScannerSpec[]; readonly reviews: readonly Review[] } {
  const isKept = prefixMatcher(edit.onlyFor);
  if (!round.candidate.files.some(({ path }) => isKept(path)))
    return withoutCheck(round, edit.check, () => true);
  const { reviews } = withoutCheck(round, edit.check, (file) => !isKept(file));
  return { panel: round.panel, reviews };
}

function withoutCheck(
  round: TrainingRound,
  check: string,
  isDropped: (file: string) => boolean,
): { readonly panel: readonly ScannerSpec[]; readonly reviews: readonly Review[] } {
  const panel = round.panel.map((spec) => ({
    ...spec,
    checks: spec.checks.filter(({ id }) => id !== check),
  }));
  const reviews = round.reviews.map((review): Review => {
    const findings = review.findings.filter(
      (finding) => finding.check !== check || !isDropped(finding.file),
    );
    const isStillFalse = findings.some((finding) => finding.check === check);
    return {
      ...review,
      findings,
      assertions: review.assertions.flatMap((assertion) => {
        if (assertion.check !== check) return [assertion];
        if (isDropped === undefined || isStillFalse) return [assertion];
        return assertion.value === 'false' ? [{ check, value: 'true' as const }] : [assertion];
      }),
    };
  });
  return { panel, reviews };
}

function softened(review: Review, check: string, failAt: 'critical'): Review {
  const stillFails = review.findings.some(
    (finding) => finding.check === check && finding.severity === failAt,
  );
  if (stillFails) return review;
  return {
    ...review,
    assertions: review.assertions.map((assertion) =>
      assertion.check === check && assertion.value === 'false'
        ? { check, value: 'true' as const }
        : assertion,
    ),
  };
}

/** Unlisted findings of the cluster become findings of the new check. */
function promoted(
  round: TrainingRound,
  edit: Extract<ChecklistEdit, { kind: 'promote' }>,
): { readonly panel: readonly ScannerSpec[]; readonly reviews: readonly Review[] } {
  const belongs = (rule: string, check: string | undefined): boolean =>
    check === undefined && edit.rules.includes(rule);
  return {
    panel: round.panel.map((spec) =>
      spec.id === edit.scanner
        ? {
            ...spec,
            checks: [
              ...spec.checks,
              { id: edit.check, statement: edit.statement, failAt: 'warning', decidable: true },
            ],
          }
        : spec,
    ),
    reviews: round.reviews.map((review): Review => {
      const findings = review.findings.map((finding) =>
        belongs(finding.rule, finding.check) ? { ...finding, check: edit.check } : finding,
      );
      if (review.scanner !== edit.scanner) return { ...review, findings };
      const fails = findings.some(
        ({ check, severity }) => check === edit.check && severity !== 'info',
      );
      return {
        ...review,
        findings,
        assertions: [...review.assertions, { check: edit.check, value: fails ? 'false' : 'true' }],
      };
    }),
  };
}

/** File groups are a top folder or an extension: `src/**` or `**\/*.md`. */
export function prefixMatcher(glob: string): (path: string) => boolean {
  if (glob.endsWith('/**')) return (path) => path.startsWith(glob.slice(0, -2));
  if (glob.startsWith('**/*')) return (path) => path.endsWith(glob.slice(4));
  return (path) => path === glob;
}
