import type { Consolidation, Disposition, Finding } from '@magi/contracts';
import { tellDisposition } from './dispositions.ts';
import { plural } from './line-text.ts';

type Parts = Pick<Consolidation, 'findings' | 'gate' | 'coverage' | 'incomplete'> & {
  readonly checks: readonly Consolidation['checks'][number][];
};
type Circumstances = {
  readonly panelSize: number;
  readonly toleratesFaults: boolean;
  /** Rejections without grounds that the protocol trusts. */
  readonly claims: readonly string[];
  readonly reopened: readonly { readonly finding: Finding; readonly disposition: Disposition }[];
};

/** Computes the verdict of design §7 and says why, most important cause first. */
export function decideVerdict(
  parts: Parts,
  circumstances: Circumstances,
): Pick<Consolidation, 'verdict' | 'reasons'> {
  const rejections = [
    ...parts.gate.failures,
    ...blockingFindings(parts.findings),
    ...circumstances.claims,
  ];
  const gaps = [
    ...(circumstances.panelSize === 0 ? ['no scanner was on the panel'] : []),
    ...(circumstances.toleratesFaults ? [] : parts.incomplete.map(tellIncomplete)),
    ...parts.checks
      .filter((check) => check.blocking && check.value === 'not_evaluated')
      .map((check) => `${check.id} was not evaluated: ${check.reason}`),
    ...unseenFiles(parts.coverage),
  ];
  if (rejections.length > 0) {
    return { verdict: 'REJECT', reasons: [...rejections, ...history(circumstances), ...gaps] };
  }
  if (gaps.length > 0) return { verdict: 'INCOMPLETE', reasons: gaps };
  return { verdict: 'ACCEPT', reasons: [tellAcceptance(parts)] };
}

function blockingFindings(findings: readonly Finding[]): string[] {
  const count = findings.filter((finding) => finding.gating).length;
  return count === 0 ? [] : [`${plural(count, 'blocking finding')} open`];
}

function tellIncomplete({ scanner, status, reason }: Consolidation['incomplete'][number]): string {
  return `${scanner} ${status === 'failed' ? 'failed' : 'answered in part'}: ${reason}`;
}

function unseenFiles(coverage: Consolidation['coverage']): string[] {
  const files = coverage.filter((row) => row.state === 'unseen').map((row) => row.file);
  if (files.length === 0) return [];
  const named = files.slice(0, 5).join(', ');
  const rest = files.length > 5 ? ` and ${files.length - 5} more` : '';
  return [`nobody saw ${named}${rest}`];
}

function history({ reopened }: Circumstances): string[] {
  return reopened
    .filter(({ disposition }) => disposition.value !== 'fixed')
    .map(
      ({ finding, disposition }) =>
        `${finding.file}:${finding.line} was ${tellDisposition(disposition)}; its lines have changed, so it is judged again`,
    );
}

function tellAcceptance({ checks, coverage }: Parts): string {
  const evaluated = checks.filter(({ value }) => value !== 'not_evaluated').length;
  const seen = coverage.filter(({ state }) => state === 'seen' || state === 'partial').length;
  return `${evaluated} of ${plural(checks.length, 'check')} evaluated, none false; ${seen} of ${plural(coverage.length, 'file')} seen`;
}
