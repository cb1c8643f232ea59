import type { Finding } from '@magi/contracts';
import { ts } from 'ts-morph';
import { applyEdits, editOfFix, joinEdits } from './apply-edits.ts';
import type { CodemodTarget, TextEdit } from './codemod.ts';
import { codemods } from './codemod-list.ts';

/** The file after mending, with what was mended and what was left, and why. */
export interface MendedFile {
  readonly text: string;
  readonly fixed: readonly Finding[];
  readonly left: readonly { readonly finding: Finding; readonly reason: string }[];
}

/**
 * Mends the findings of one file.
 *
 * Fixes that came with a finding go first; then the codemods of its check, the first that knows the
 * code at the line. When the result no longer parses, the file is left as it was.
 */
export function mendFile(input: {
  readonly file: string;
  readonly text: string;
  readonly findings: readonly Finding[];
}): MendedFile {
  const source = parse(input.file, input.text);
  let accepted: readonly TextEdit[] = [];
  const fixed: Finding[] = [];
  const left: { finding: Finding; reason: string }[] = [];
  for (const finding of input.findings) {
    const edits = editsFor(finding, source);
    const joined = edits && joinEdits(accepted, edits);
    if (joined) {
      accepted = joined;
      fixed.push(finding);
    } else {
      const reason = edits
        ? 'overlaps another mend; next round'
        : 'no safe codemod for this finding';
      left.push({ finding, reason });
    }
  }
  const text = applyEdits(input.text, accepted);
  if (parsesAsWell(input.file, source, text)) return { text, fixed, left };
  const reason = 'the mended file would no longer parse';
  return {
    text: input.text,
    fixed: [],
    left: input.findings.map((finding) => ({ finding, reason })),
  };
}

function editsFor(finding: Finding, source: ts.SourceFile): readonly TextEdit[] | null {
  if (finding.fixes?.length) {
    const edits = finding.fixes.map((fix) => editOfFix(source.text, fix));
    if (edits.every((edit) => edit !== null)) return edits;
  }
  if (!isScript(source.fileName)) return null;
  const target: CodemodTarget = { source, line: finding.line };
  for (const codemod of codemods) {
    if (!finding.check || !codemod.checks.includes(finding.check)) continue;
    const edits = codemod.edit(target);
    if (edits) return edits;
  }
  return null;
}

function parse(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

function parsesAsWell(file: string, before: ts.SourceFile, after: string): boolean {
  if (!isScript(file)) return true;
  return errorsOf(parse(file, after)) <= errorsOf(before);
}

/** `parseDiagnostics` is not in the public type, yet it is what the parser itself reports. */
function errorsOf(source: ts.SourceFile): number {
  const parsed: ts.SourceFile & { readonly parseDiagnostics?: readonly unknown[] } = source;
  return parsed.parseDiagnostics?.length ?? 0;
}

function isScript(file: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(file);
}
