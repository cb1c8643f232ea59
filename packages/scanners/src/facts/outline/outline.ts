import type { ScriptFile } from '../script-file.ts';
import { codeTextOf } from './code-text.ts';
import { type CommentFact, commentsOf } from './comments.ts';
import { type ExportFact, exportsOf } from './exports.ts';
import { type FunctionFact, functionsOf } from './functions.ts';
import { type ImportFact, importsOf } from './imports.ts';
import { type LogFact, logsOf } from './logs.ts';
import { type TestFact, testsOf } from './tests.ts';

/** What a script declares and says, for comparing both sides of a change. Plain JSON. */
export interface Outline {
  readonly imports: readonly ImportFact[];
  readonly exports: readonly ExportFact[];
  readonly functions: readonly FunctionFact[];
  readonly tests: readonly TestFact[];
  readonly comments: readonly CommentFact[];
  readonly logs: readonly LogFact[];
}

/** Collects the facts of one parsed script. */
export function outlineOf(file: ScriptFile): Outline {
  const comments = commentsOf(file);
  const codeText = codeTextOf(file.text, comments);
  return {
    imports: importsOf(file),
    exports: exportsOf(file),
    functions: functionsOf(file, codeText),
    tests: file.holdsTests ? testsOf(file, codeText) : [],
    comments,
    logs: logsOf(file),
  };
}
