import { statusIn } from './error-text.ts';
import { amount, at, jsonLines, textAt } from './json-lines.ts';
import type { OutputReader } from './reader.ts';

/** Codex, `exec --json`: JSON lines of threads, turns and items. It reports tokens, never money. */
export const readCodex: OutputReader = ({ stdout }) => {
  const lines = jsonLines(stdout);
  const items = lines.filter((line) => line.type === 'item.completed').map((line) => line.item);
  const typed = (type: string) => items.filter((item) => textAt(item, 'type') === type);
  const usages = lines.filter((line) => line.type === 'turn.completed').map((line) => line.usage);
  const failed = lines.find((line) => line.type === 'turn.failed' || line.type === 'error');
  const message = textAt(failed, 'error', 'message') || textAt(failed, 'message');
  const status = statusIn(message);
  return {
    text: textAt(typed('agent_message').at(-1), 'text'),
    cost: {
      ...amount('inputTokens', ...usages.map((usage) => at(usage, 'input_tokens'))),
      ...amount('outputTokens', ...usages.map((usage) => at(usage, 'output_tokens'))),
    },
    toolCalls: items.filter((item) => /execution|tool_call|file_change/.test(textAt(item, 'type')))
      .length,
    filesRead: [],
    refused: typed('command_execution')
      .filter((item) => /read-only file system/i.test(textAt(item, 'aggregated_output')))
      .map((item) => ({ kind: 'execute', title: textAt(item, 'command'), paths: [] })),
    ...(lines.some((line) => line.type === 'turn.failed') && {
      error: { message, ...(status !== undefined && { status }) },
    }),
  };
};
