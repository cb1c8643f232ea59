import { MagiError } from '@magi/contracts';
import { findReporter, reporterNames } from '@magi/reports';
import { didYouMean } from './suggest.ts';

/** One `--reporter NAME[=FILE]`; without a file it goes to standard output. */
export interface ReportTarget {
  readonly name: string;
  readonly file: string | null;
}

/**
 * Reads `--reporter` values.
 *
 * @throws `MAGI_REPORTER_UNKNOWN`; `MAGI_REPORTER_TWICE` when two of them want standard output
 */
export function parseReportTargets(values: readonly string[]): ReportTarget[] {
  const targets = values.map(parseTarget);
  const onStdout = targets.filter((target) => target.file === null).map((target) => target.name);
  if (onStdout.length > 1) {
    throw new MagiError(
      'MAGI_REPORTER_TWICE',
      `${onStdout.join(' and ')} cannot both go to standard output.`,
      { hint: `Give all but one a file: --reporter ${onStdout[1]}=FILE`, exitCode: 2 },
    );
  }
  return targets;
}

function parseTarget(value: string): ReportTarget {
  const [name = '', ...rest] = value.split('=');
  const file = rest.length === 0 ? null : rest.join('=');
  if (findReporter(name) === null) {
    throw new MagiError(
      'MAGI_REPORTER_UNKNOWN',
      `There is no reporter "${name}".${didYouMean(name, reporterNames)}`,
      { hint: `Known are ${reporterNames.join(', ')}.`, exitCode: 2 },
    );
  }
  if (file === '') {
    throw new MagiError('MAGI_REPORTER_FILE', `--reporter ${value} names no file.`, {
      hint: `Write --reporter ${name}=FILE, or leave the = out for standard output.`,
      exitCode: 2,
    });
  }
  return { name, file };
}
