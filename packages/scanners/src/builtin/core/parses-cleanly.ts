import type { Change } from '../../change/change.ts';
import type { ChangedSource } from '../../change/source.ts';
import type { BuiltinCheck, FileHit, TextUnit } from '../check.ts';

/** Syntax errors of every language that is read, and merge conflict markers in any text. */
export const parsesCleanly: BuiltinCheck = {
  id: 'parses_cleanly',
  readsAnySize: true,
  text: conflictMarkers,
  change: async (change) => {
    await change.loadBase(change.sources.filter((source) => hasErrors(change, source)));
    const hits = change.sources.flatMap((source): FileHit[] => {
      const before = change.facts(source, 'base')?.syntaxErrors.length ?? 0;
      const errors = change.facts(source, 'head')?.syntaxErrors ?? [];
      // A file that did not parse before either is not this change's doing.
      if (before > 0 && errors.length >= before) return [];
      return errors.slice(0, 3).map(({ line, message }) => ({
        rule: 'syntax-error',
        severity: 'critical',
        file: source.path,
        line,
        endLine: line,
        message: `The file does not parse: ${message}`,
        suggestion: 'Mend the syntax; nothing else in this file was analysed.',
        diffLevel: true,
      }));
    });
    return { hits };
  },
};

function hasErrors(change: Change, source: ChangedSource): boolean {
  return (change.facts(source, 'head')?.syntaxErrors.length ?? 0) > 0;
}

function conflictMarkers(file: TextUnit) {
  const start = file.lines.findIndex((line) => /^<{7}(?: |$)/.test(line));
  const end = file.lines.findIndex((line, index) => index > start && /^>{7}(?: |$)/.test(line));
  const middle = file.lines.findIndex((line, index) => index > start && /^={7}$/.test(line));
  if (start < 0 || end < 0 || middle < 0 || middle > end) return [];
  return [start, middle, end].map((index) => ({
    rule: 'conflict-marker',
    severity: 'critical' as const,
    line: index + 1,
    endLine: index + 1,
    message: 'A merge conflict marker was left in the file.',
    suggestion: 'Resolve the conflict and remove the markers.',
  }));
}
