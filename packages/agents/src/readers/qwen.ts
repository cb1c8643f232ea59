import { errorText } from './error-text.ts';
import { amount, at, isLoose, listAt, textAt, wholeJson } from './json-lines.ts';
import { nothingRead, type OutputReader } from './reader.ts';

/**
 * Qwen Code, `--output-format json`: an array whose last element is the result. An API error comes
 * with exit code 0 and `is_error: false`; only the text says so.
 */
export const readQwen: OutputReader = ({ stdout }) => {
  const printed = wholeJson(stdout);
  const result = Array.isArray(printed) ? printed.at(-1) : printed;
  if (!isLoose(result)) return nothingRead;
  const text = textAt(result, 'result') || textAt(result, 'error', 'message');
  const said = errorText(text);
  const failed = result.is_error === true ? { message: text || textAt(result, 'subtype') } : null;
  const error = said ?? failed;
  return {
    text,
    ...(result.structured_result !== undefined && { structured: result.structured_result }),
    cost: {
      ...amount('calls', at(result, 'num_turns')),
      ...amount('inputTokens', at(result, 'usage', 'input_tokens')),
      ...amount('outputTokens', at(result, 'usage', 'output_tokens')),
    },
    toolCalls: toolUses(printed).length,
    filesRead: toolUses(printed)
      .filter((use) => textAt(use, 'name') === 'read_file')
      .map((use) => textAt(use, 'input', 'absolute_path') || textAt(use, 'input', 'file_path'))
      .filter((path) => path !== ''),
    refused: listAt(result, 'permission_denials').map((denial) => ({
      kind: 'tool',
      title: textAt(denial, 'tool_name'),
      paths: [textAt(denial, 'tool_input', 'file_path')].filter((path) => path !== ''),
    })),
    ...(error && { error }),
  };
};

function toolUses(printed: unknown): readonly unknown[] {
  return (Array.isArray(printed) ? printed : []).flatMap((message) =>
    listAt(message, 'message', 'content').filter((part) => textAt(part, 'type') === 'tool_use'),
  );
}
