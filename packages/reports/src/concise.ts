import { worstFirst } from './finding-order.ts';
import { oneLine, safePath } from './plain-text.ts';
import type { Reporter } from './report-context.ts';
import { verdictText } from './verdict-text.ts';

/** One line a finding, worst first, as compilers print them; the verdict is the last line. */
export const concise: Reporter = (review) => {
  const findings = worstFirst(review.findings).map(
    (finding) =>
      `${safePath(finding.file)}:${finding.line}: ${finding.severity}: ` +
      `${oneLine(finding.message)} [${oneLine(finding.check ?? finding.rule)}]`,
  );
  const unfinished = review.incomplete.map(
    (scanner) => `scanner ${scanner.scanner} ${scanner.status}: ${oneLine(scanner.reason)}`,
  );
  return `${[...findings, ...unfinished, verdictText(review)].join('\n')}\n`;
};
