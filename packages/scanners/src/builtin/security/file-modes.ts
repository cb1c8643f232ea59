import type { Change } from '../../change/change.ts';
import type { FileHit } from '../check.ts';

/** Existing files that were made executable without being scripts. */
export function fileModeHits(change: Change): FileHit[] {
  return change.candidate.files
    .filter(
      (file) =>
        file.oldMode === '100644' && file.newMode === '100755' && file.excluded === undefined,
    )
    .filter((file) => !isScript(file.path, change.source(file.path)?.head ?? ''))
    .map((file) => ({
      rule: 'made-executable',
      severity: 'warning',
      file: file.path,
      line: 1,
      endLine: 1,
      message: 'The file was made executable although it is no script.',
      suggestion: `Take the bit back: git update-index --chmod=-x ${file.path}`,
      diffLevel: true,
    }));
}

function isScript(path: string, text: string): boolean {
  return text.startsWith('#!') || /\.(?:sh|bash|py|rb|pl)$|(?:^|\/)(?:bin|scripts)\//.test(path);
}
