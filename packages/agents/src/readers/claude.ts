import {
  amount,
  at,
  isLoose,
  jsonLines,
  type Loose,
  listAt,
  textAt,
  wholeJson,
} from './json-lines.ts';
import { nothingRead, type OutputReader, type ReadOutput } from './reader.ts';

/**
 * Claude Code, `--output-format stream-json` or `json`: the last object is the result. `subtype` may
 * say "success" beside `is_error: true`. Denied tools are listed in the result; a tool that is not
 * offered at all only shows as a call with an error.
 */
export const readClaude: OutputReader = ({ stdout }) => {
  const lines = jsonLines(stdout);
  const result = lines.findLast((line) => line.type === 'result') ?? wholeObject(stdout);
  if (!result) return nothingRead;
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
    ...activityOf(lines, result),
    ...(result.is_error === true && {
      error: {
        message: text || textAt(result, 'subtype'),
        ...(typeof status === 'number' && { status }),
      },
    }),
  };
};

function wholeObject(stdout: string): Loose | undefined {
  const printed = wholeJson(stdout);
  const last = Array.isArray(printed) ? printed.at(-1) : printed;
  return isLoose(last) ? last : undefined;
}

type Activity = Pick<ReadOutput, 'toolCalls' | 'filesRead' | 'refused'>;

function activityOf(lines: readonly Loose[], result: Loose): Activity {
  const parts = lines.flatMap((line) => listAt(line, 'message', 'content'));
  const uses = parts.filter((part) => textAt(part, 'type') === 'tool_use');
  const failed = new Set(
    parts
      .filter((part) => textAt(part, 'type') === 'tool_result' && at(part, 'is_error') === true)
      .map((part) => textAt(part, 'tool_use_id')),
  );
  const denied = listAt(result, 'permission_denials');
  const deniedIds = new Set(denied.map((denial) => textAt(denial, 'tool_use_id')));
  const withheld = uses.filter(
    (use) =>
      failed.has(textAt(use, 'id')) &&
      !deniedIds.has(textAt(use, 'id')) &&
      !/^(?:Read|Grep|Glob|StructuredOutput)$/.test(textAt(use, 'name')),
  );
  return {
    toolCalls: uses.length,
    filesRead: uses
      .filter((use) => textAt(use, 'name') === 'Read')
      .map((use) => textAt(use, 'input', 'file_path'))
      .filter((path) => path !== ''),
    refused: [
      ...denied.map((denial) => action(textAt(denial, 'tool_name'), at(denial, 'tool_input'))),
      ...withheld.map((use) => action(textAt(use, 'name'), at(use, 'input'))),
    ],
  };
}

function action(title: string, input: unknown) {
  const path = textAt(input, 'file_path') || textAt(input, 'path');
  return { kind: 'tool', title, paths: path === '' ? [] : [path] };
}
