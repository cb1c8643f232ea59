import { statusIn } from './error-text.ts';
import { amount, at, jsonLines, listAt, textAt } from './json-lines.ts';
import type { OutputReader } from './reader.ts';

/** pi, `--mode json`: JSON lines; an API error stands in the last message, with exit code 0. A tool
 * that the role does not have fails like any other call. */
export const readPi: OutputReader = ({ stdout }) => {
  const lines = jsonLines(stdout);
  const messages = lines
    .filter((line) => line.type === 'message_end')
    .map((line) => line.message)
    .filter((message) => textAt(message, 'role') === 'assistant');
  const last = messages.at(-1);
  const message = textAt(last, 'errorMessage');
  const status = statusIn(message);
  return {
    text: listAt(last, 'content')
      .filter((part) => textAt(part, 'type') === 'text')
      .map((part) => textAt(part, 'text'))
      .join(''),
    cost: {
      ...amount('calls', messages.length || undefined),
      ...amount('inputTokens', ...messages.map((entry) => at(entry, 'usage', 'input'))),
      ...amount('outputTokens', ...messages.map((entry) => at(entry, 'usage', 'output'))),
      ...amount('usd', ...messages.map((entry) => at(entry, 'usage', 'cost', 'total'))),
    },
    toolCalls: lines.filter((line) => line.type === 'tool_execution_start').length,
    filesRead: lines
      .filter((line) => line.type === 'tool_execution_start' && line.toolName === 'read')
      .map((line) => textAt(line, 'args', 'path'))
      .filter((path) => path !== ''),
    refused: lines
      .filter((line) => line.type === 'tool_execution_end' && line.isError === true)
      .map((line) => textAt(line, 'toolName'))
      .filter((title) => !/^(?:read|grep|find|ls)$/.test(title))
      .map((title) => ({ kind: 'tool', title, paths: [] })),
    ...(textAt(last, 'stopReason') === 'error' && {
      error: { message, ...(status !== undefined && { status }) },
    }),
  };
};
