import { amount, at, isLoose, listAt, textAt, wholeJson } from './json-lines.ts';
import { nothingRead, type OutputReader } from './reader.ts';

/**
 * Claude Code, `--output-format json`: one object. `subtype` may say "success" beside
 * `is_error: true`; a denied tool is listed in `permission_denials`.
 */
export const readClaude: OutputReader = ({ stdout }) => {
  const printed = wholeJson(stdout);
  const result = Array.isArray(printed) ? printed.at(-1) : printed;
  if (!isLoose(result)) return nothingRead;
  const text = textAt(result, 'result');
  const status = at(result, 'api_error_status');
  return {
    text,
    ...(result.structured_output !== undefined && { structured: result.structured_output }),
    cost: {
      ...amount('calls', at(result, 'num_turns')),
      ...amount(
        'inputTokens',
        at(result, 'usage', 'input_tokens'),
        at(result, 'usage', 'cache_creation_input_tokens'),
        at(result, 'usage', 'cache_read_input_tokens'),
      ),
      ...amount('outputTokens', at(result, 'usage', 'output_tokens')),
      ...amount('usd', at(result, 'total_cost_usd')),
    },
    toolCalls: 0,
    filesRead: [],
    refused: listAt(result, 'permission_denials').map((denial) => ({
      kind: 'tool',
      title: textAt(denial, 'tool_name'),
      paths: [textAt(denial, 'tool_input', 'file_path')].filter((path) => path !== ''),
    })),
    ...(result.is_error === true && {
      error: {
        message: text || textAt(result, 'subtype'),
        ...(typeof status === 'number' && { status }),
      },
    }),
  };
};
