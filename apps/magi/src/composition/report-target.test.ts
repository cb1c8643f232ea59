import { describe, expect, it } from 'vitest';
import { parseReportTargets } from './report-target.ts';

describe('parseReportTargets', () => {
  it('reads names and files', () => {
    expect(parseReportTargets(['pretty', 'sarif=out/a=b.sarif'])).toEqual([
      { name: 'pretty', file: null },
      { name: 'sarif', file: 'out/a=b.sarif' },
    ]);
  });

  it('suggests the reporter that was meant', () => {
    expect(() => parseReportTargets(['sarfi'])).toThrow('Did you mean "sarif"?');
  });

  it('lets only one reporter write to standard output', () => {
    expect(() => parseReportTargets(['json', 'sarif'])).toThrow(
      'json and sarif cannot both go to standard output.',
    );
  });

  it('wants a file behind the equals sign', () => {
    expect(() => parseReportTargets(['json='])).toThrow('names no file');
  });
});
