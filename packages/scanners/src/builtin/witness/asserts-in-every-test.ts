import { calleeTail } from '../../facts/callee.ts';
import { contains } from '../../facts/enclosing.ts';
import { helpersThatAssert } from '../../facts/outline/assertions.ts';
import { testsOf } from '../../facts/outline/tests.ts';
import type { ScriptFile } from '../../facts/script-file.ts';
import { type Node, ts } from '../../facts/typescript.ts';
import type { BuiltinCheck } from '../check.ts';

/** Names of calls that judge, or that hand over to something that does. */
const judging =
  /expect|assert|should|verif|check|ensure|must|valid|match|run|given|test|throw|find(?:By|AllBy)|getBy|toBe|toEqual|snapshot|cy$/i;
/** Titles of tests that pass by not failing. */
const passesByRunning =
  /throw|crash|hang|fail|compil|type[ds]?\b|render|smoke|works|loads|import|does not|doesn't|without error/i;

/** Every added test judges something, and waits for its judgement. */
export const assertsInEveryTest: BuiltinCheck = {
  id: 'asserts_in_every_test',
  about: (source) => source.head !== null && source.isTest && /^[jt]sx?$/.test(source.language),
  lint: {
    'vitest/valid-expect': { severity: 'warning' },
    'vitest/valid-expect-in-promise': { severity: 'warning' },
    'vitest/no-standalone-expect': { severity: 'info' },
    'vitest/require-awaited-expect-poll': { severity: 'warning' },
  },
  script: { SourceFile: (_node, file) => look(file) },
};

function look(file: ScriptFile): void {
  // In a test of types the compiler is the judge.
  if (!file.holdsTests || /\btypes?[._-]|[._-]types?\b|test-d/.test(file.path)) return;
  const helpers = helpersThatAssert(file);
  for (const test of testsOf(file, () => '')) {
    if (
      test.assertions.length > 0 ||
      test.modifiers.includes('todo') ||
      passesByRunning.test(test.title)
    )
      continue;
    const call = file
      .nodes('CallExpression')
      .find((one) => file.lineOf(one) === test.line && file.endLineOf(one) === test.endLine);
    if (call === undefined || judges(call, helpers)) continue;
    file.reportLines(test.line, test.line, {
      rule: 'test-without-assertion',
      severity: 'warning',
      message: `The test "${test.title}" judges nothing: it passes whatever the code does.`,
      suggestion: 'Assert what the code is meant to do.',
    });
  }
}

function judges(test: Node, helpers: ReadonlySet<string>): boolean {
  return contains(test, (node) => {
    if (node === test || !ts.isCallExpression(node)) return false;
    const name = calleeTail(node);
    return helpers.has(name) || judging.test(name);
  });
}
