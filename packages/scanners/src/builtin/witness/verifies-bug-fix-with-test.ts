import { isProductPath } from '../../change/file-class.ts';
import { isCode } from '../../change/language.ts';
import type { BuiltinCheck } from '../check.ts';

/** A change that says it mends something shows that it does. */
export const verifiesBugFixWithTest: BuiltinCheck = {
  id: 'verifies_bug_fix_with_test',
  about: (source) => source.head !== null && isCode(source.language) && isProductPath(source.path),
  change: (change) => {
    const goal = change.candidate.goal ?? '';
    if (goal === '') {
      return { hits: [], notEvaluated: { kind: 'not_applicable', reason: 'no goal is stated' } };
    }
    const isFix =
      /\b(?:fix(?:e[sd]|ing)?|bug|regression|hotfix|crash(?:e[sd])?|broken|repair)\b/i.test(goal);
    const product = change.sources.filter(
      (source) => source.head !== null && isCode(source.language) && isProductPath(source.path),
    );
    const hasTest = change.sources.some((source) => source.isTest && source.added.count > 0);
    const [first] = product;
    if (!isFix || hasTest || first === undefined) return { hits: [] };
    const line = first.added.lines()[0] ?? 1;
    return {
      hits: [
        {
          rule: 'fix-without-test',
          severity: 'warning',
          file: first.path,
          line,
          endLine: line,
          message: 'The change says that it fixes a fault, and no test is added or changed.',
          suggestion: 'Add a test that fails without the fix.',
          diffLevel: true,
        },
      ],
    };
  },
};
