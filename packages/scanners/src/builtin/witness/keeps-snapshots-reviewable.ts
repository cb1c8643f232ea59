import type { ChangedFile } from '@magi/contracts';
import type { BuiltinCheck, FileHit } from '../check.ts';

const maxLines = 500;

/** Snapshots change together with code, and in a size that a person can read. */
export const keepsSnapshotsReviewable: BuiltinCheck = {
  id: 'keeps_snapshots_reviewable',
  about: () => true,
  change: async (change) => {
    // Snapshot files are often excluded from review; their counts are known all the same.
    const files = change.candidate.files.filter(isSnapshot);
    const hasCode = change.candidate.files.some(
      (file) =>
        !isSnapshot(file) && /\.[mc]?[jt]sx?$|\.(?:vue|svelte|css|scss|py)$/.test(file.path),
    );
    const hits: FileHit[] = [];
    for (const file of files) {
      const changed = (file.added ?? 0) + (file.removed ?? 0);
      const message = hasCode
        ? changed > maxLines
          ? `${changed} lines of a snapshot change: more than anybody reads.`
          : null
        : 'The snapshot changes and no code does.';
      if (message === null || file.status === 'deleted') continue;
      const text = await change.read('head', file.path);
      const line = Math.max(file.hunks[0]?.newStart ?? 1, 1);
      hits.push({
        rule: hasCode ? 'snapshot-too-large' : 'snapshot-only',
        severity: 'info',
        file: file.path,
        line,
        endLine: line,
        message,
        suggestion: 'Assert the few values that matter, or say what made the snapshot change.',
        evidence: (text?.split('\n')[line - 1] ?? '').trim().slice(0, 200),
        diffLevel: true,
      });
    }
    return { hits };
  },
};

function isSnapshot(file: ChangedFile): boolean {
  return /\.snap(?:shot)?$|(?:^|\/)__snapshots__\//.test(file.path);
}
