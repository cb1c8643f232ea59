import type { Severity } from '@magi/contracts';
import { groupByFile } from './finding-order.ts';
import type { Reporter } from './report-context.ts';
import { xmlTag } from './xml-text.ts';

const severities: Record<Severity, string> = {
  critical: 'error',
  warning: 'warning',
  info: 'info',
};

/** Checkstyle XML, one `file` a file and one `error` a finding. */
export const checkstyle: Reporter = (review) => {
  const files = groupByFile(review.findings).flatMap(({ file, findings }) => [
    `  ${xmlTag('file', { name: file })}`,
    ...findings.map(
      (finding) =>
        `    ${xmlTag(
          'error',
          {
            line: finding.line,
            severity: severities[finding.severity],
            message: finding.message,
            source: `magi.${finding.check ?? finding.rule}`,
          },
          '/',
        )}`,
    ),
    '  </file>',
  ]);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<checkstyle version="8.0">',
    ...files,
    '</checkstyle>',
    '',
  ].join('\n');
};
