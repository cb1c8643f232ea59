import type { Change } from '../../change/change.ts';
import type { ChangedSource } from '../../change/source.ts';
import type { FileHit } from '../check.ts';

const settings: readonly { key: RegExp; worse: 'lower' | 'higher'; what: string }[] = [
  {
    key: /\b(lines|branches|functions|statements)['"]?\s*:\s*(\d+(?:\.\d+)?)/,
    worse: 'lower',
    what: 'The coverage threshold',
  },
  {
    key: /\b(testTimeout|hookTimeout|timeout|slowTestThreshold)['"]?\s*:\s*([\d_]+)/,
    worse: 'higher',
    what: 'The time-out',
  },
  { key: /--(max-warnings)[ =](\d+)/, worse: 'higher', what: 'The number of allowed warnings' },
];
const config =
  /(?:^|\/)(?:vitest|vite|jest|karma|playwright|cypress|\.nycrc|\.c8rc|nyc|package|codecov|\.codecov)[^/]*\.(?:[mc]?[jt]s|json|ya?ml)$|(?:^|\/)\.(?:nycrc|c8rc)$/;
const silencer =
  /--passWithNoTests|passWithNoTests['"]?\s*:\s*true|\|\|\s*(?:true|exit 0)\b|continue-on-error:\s*true/;

/** Limits in configuration files that became easier to keep, and switches that let nothing fail. */
export function loweredThresholds(change: Change): FileHit[] {
  return change.sources
    .filter(
      (source) =>
        source.head !== null &&
        (config.test(source.path) || /\.github\/workflows\//.test(source.path)),
    )
    .flatMap((source) =>
      addedLinesOf(source).flatMap(({ text, line }) => judge(source, text, line)),
    );
}

function judge(source: ChangedSource, text: string, line: number): FileHit[] {
  const at = { severity: 'warning' as const, file: source.path, line, endLine: line };
  const hits: FileHit[] = [];
  for (const { key, worse, what } of settings) {
    const [, name = '', now] = key.exec(text) ?? [];
    const before = name === '' ? null : valueBefore(source, name, key);
    if (now === undefined || before === null) continue;
    const value = Number(now.replaceAll('_', ''));
    if (worse === 'lower' ? value >= before : value <= before) continue;
    const message = `${what} "${name}" went from ${before} to ${value}.`;
    hits.push({
      ...at,
      rule: 'limit-loosened',
      message,
      suggestion: 'Keep the limit, and meet it.',
    });
  }
  if (silencer.test(text)) {
    hits.push({
      ...at,
      rule: 'failure-silenced',
      message: 'The command succeeds whatever happens.',
      suggestion: 'Let it fail.',
    });
  }
  return hits;
}

function valueBefore(source: ChangedSource, name: string, key: RegExp): number | null {
  for (const line of (source.base ?? '').split('\n')) {
    const [, found, value] = key.exec(line) ?? [];
    if (found === name && value !== undefined) return Number(value.replaceAll('_', ''));
  }
  return null;
}

function addedLinesOf(source: ChangedSource): { text: string; line: number }[] {
  const lines = (source.head ?? '').split('\n');
  return source.added.lines().map((line) => ({ text: lines[line - 1] ?? '', line }));
}
