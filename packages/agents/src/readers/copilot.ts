import type { RefusedAction } from '../agent-answer.ts';
import { errorText, statusIn } from './error-text.ts';
import { at, jsonLines, type Loose, textAt } from './json-lines.ts';
import type { OutputReader } from './reader.ts';

/** GitHub Copilot CLI, `--output-format json`: JSON lines; it prints no token counts. */
export const readCopilot: OutputReader = ({ stdout }) => {
  const lines = jsonLines(stdout);
  const contentOf = (line: unknown) =>
    textAt(line, 'data', 'content') ||
    textAt(line, 'content') ||
    textAt(line, 'message', 'content');
  const messages = lines.filter((line) => line.type === 'assistant.message').map(contentOf);
  const text = messages.filter((content) => content !== '').at(-1) ?? '';
  const failure = lines.find((line) => /error$/.test(textAt(line, 'type')));
  const message = textAt(failure, 'data', 'message') || textAt(failure, 'message');
  const status = statusIn(message);
  const error =
    errorText(text) ?? (failure && { message, ...(status !== undefined && { status }) });
  return {
    text,
    cost: {},
    toolCalls: lines.filter((line) => /^tool\.execution_start/.test(textAt(line, 'type'))).length,
    filesRead: [],
    refused: withheldTools(lines),
    ...(error && { error }),
  };
};

/** Tools that were called although the role does not have them. */
function withheldTools(lines: readonly Loose[]): readonly RefusedAction[] {
  const failed = new Set(
    lines
      .filter(
        (line) => line.type === 'tool.execution_complete' && at(line, 'data', 'success') === false,
      )
      .map((line) => textAt(line, 'data', 'toolCallId')),
  );
  return lines
    .filter((line) => line.type === 'tool.execution_start')
    .filter((line) => failed.has(textAt(line, 'data', 'toolCallId')))
    .map((line) => textAt(line, 'data', 'toolName'))
    .filter((title) => !/^(?:view|grep|glob)$/.test(title))
    .map((title) => ({ kind: 'tool', title, paths: [] }));
}
