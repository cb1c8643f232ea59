import { statusIn } from './error-text.ts';
import { amount, at, jsonLines, type Loose, textAt } from './json-lines.ts';
import type { OutputReader } from './reader.ts';

/** opencode, `run --format json`: JSON lines; the last text is the answer. */
export const readOpencode: OutputReader = ({ stdout }) => {
  const lines = jsonLines(stdout);
  const typed = (type: string) => lines.filter((line) => line.type === type);
  const finished = typed('step_finish').map((line) => line.part ?? line);
  const error = typed('error').at(-1);
  const message =
    textAt(error, 'error', 'data', 'message') ||
    textAt(error, 'error', 'message') ||
    textAt(error, 'error', 'name');
  const status = at(error, 'error', 'data', 'statusCode') ?? statusIn(message);
  return {
    text: textAt(typed('text').at(-1), 'part', 'text') || textAt(typed('text').at(-1), 'text'),
    cost: {
      ...amount('calls', finished.length || undefined),
      ...amount('inputTokens', ...finished.map((part) => at(part, 'tokens', 'input'))),
      ...amount('outputTokens', ...finished.map((part) => at(part, 'tokens', 'output'))),
      ...amount('usd', ...finished.map((part) => at(part, 'cost'))),
    },
    toolCalls: typed('tool_use').length,
    filesRead: typed('tool_use')
      .map((line) => textAt(line, 'part', 'state', 'input', 'filePath'))
      .filter((path) => path !== ''),
    refused: typed('tool_use')
      .filter((line) => textAt(line, 'part', 'tool') === 'invalid')
      .map((line) => textAt(line, 'part', 'state', 'input', 'tool'))
      .map((title) => ({ kind: 'tool', title, paths: [] as string[] }))
      .concat(deniedTools(typed('tool_use'))),
    ...(error && { error: { message, ...(typeof status === 'number' && { status }) } }),
  };
};

function deniedTools(uses: readonly Loose[]) {
  return uses
    .filter((line) => /denied|rejected|permission/i.test(textAt(line, 'part', 'state', 'error')))
    .map((line) => ({
      kind: 'tool',
      title: textAt(line, 'part', 'tool'),
      paths: [textAt(line, 'part', 'state', 'input', 'filePath')].filter((path) => path !== ''),
    }));
}
