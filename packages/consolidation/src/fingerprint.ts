import type { Candidate, ReportedFinding } from '@magi/contracts';
import { squeeze } from './line-text.ts';
import { changedFileOf } from './origin.ts';
import { digestOf, sha256 } from './sha256.ts';

/**
 * Identity of a reported finding: rule, path, enclosing symbol, text of the line without white
 * space, and which of the equal lines it is.
 *
 * The line number and the message stay out, so that neither a shift nor a rewording changes it; a
 * file that the change renames keeps its old path here. Where the review was not anchored the
 * quoted evidence stands in for the line.
 */
export function fingerprintOf(finding: ReportedFinding, candidate: Candidate): string {
  return digestOf([
    'magi/v1',
    finding.rule,
    originalPath(finding, candidate),
    finding.side ?? 'head',
    finding.symbol ?? '',
    finding.anchor?.lineHash ?? sha256(squeeze(finding.evidence)),
    String(finding.anchor?.occurrence ?? 0),
  ]);
}

/** Path of the finding's file before the change renamed it. */
export function originalPath(
  finding: Pick<ReportedFinding, 'file' | 'side'>,
  candidate: Candidate,
): string {
  const file = changedFileOf(finding, candidate);
  return file?.status === 'renamed' ? (file.oldPath ?? file.path) : finding.file;
}

/** Digest of what a disposition of the finding is bound to. */
export function contentDigestOf(finding: ReportedFinding): string {
  return finding.anchor?.contentDigest ?? digestOf([squeeze(finding.evidence)]);
}
