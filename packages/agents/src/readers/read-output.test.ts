import { expect, it } from 'vitest';
import { readOutput } from './read-output.ts';
import type { ReaderName } from './reader.ts';

const lines = (...values: readonly unknown[]) => values.map((v) => JSON.stringify(v)).join('\n');

it('reads a schema-bound answer, its price and denials of Claude Code', () => {
  const printed = {
    type: 'result',
    is_error: false,
    result: '',
    structured_output: { ok: true },
    num_turns: 2,
    total_cost_usd: 0.01,
    usage: { input_tokens: 10, cache_read_input_tokens: 5, output_tokens: 3 },
    permission_denials: [{ tool_name: 'Write', tool_input: { file_path: '/etc/x' } }],
  };
  expect(read('claude', JSON.stringify(printed))).toMatchObject({
    structured: { ok: true },
    cost: { calls: 2, inputTokens: 15, outputTokens: 3, usd: 0.01 },
    refused: [{ kind: 'tool', title: 'Write', paths: ['/etc/x'] }],
  });
});

it('sees what Claude Code read, and a call of a tool that it was not offered', () => {
  const use = (id: string, name: string, file_path: string) => ({
    type: 'assistant',
    message: { content: [{ type: 'tool_use', id, name, input: { file_path } }] },
  });
  const result = (tool_use_id: string, is_error: boolean) => ({
    type: 'user',
    message: { content: [{ type: 'tool_result', tool_use_id, is_error }] },
  });
  const stdout = lines(
    use('1', 'Read', 'a.ts'),
    result('1', false),
    use('2', 'Write', 'b.ts'),
    result('2', true),
    { type: 'result', result: 'done' },
  );
  expect(read('claude', stdout)).toMatchObject({
    text: 'done',
    toolCalls: 2,
    filesRead: ['a.ts'],
    refused: [{ kind: 'tool', title: 'Write', paths: ['b.ts'] }],
  });
});

it('believes the error flag of Claude Code, not its subtype', () => {
  const printed = {
    subtype: 'success',
    is_error: true,
    api_error_status: 529,
    result: 'overloaded',
  };
  expect(read('claude', JSON.stringify(printed)).error).toEqual({
    message: 'overloaded',
    status: 529,
  });
});

it('reads the last message, tokens and refusals of Codex', () => {
  const stdout = lines(
    { type: 'thread.started' },
    {
      type: 'item.completed',
      item: {
        type: 'command_execution',
        command: 'touch x',
        aggregated_output: 'Read-only file system',
      },
    },
    { type: 'item.completed', item: { type: 'agent_message', text: 'first' } },
    { type: 'item.completed', item: { type: 'agent_message', text: '{"ok":1}' } },
    { type: 'turn.completed', usage: { input_tokens: 7, output_tokens: 2 } },
  );
  expect(read('codex', stdout)).toMatchObject({
    text: '{"ok":1}',
    cost: { inputTokens: 7, outputTokens: 2 },
    toolCalls: 1,
    refused: [{ kind: 'execute', title: 'touch x' }],
  });
});

it('reads the failed turn of Codex', () => {
  const stdout = lines({ type: 'turn.failed', error: { message: 'unexpected status 500' } });
  expect(read('codex', stdout).error).toEqual({ message: 'unexpected status 500', status: 500 });
});

it('reads the response and tokens of Gemini, skipping chatter', () => {
  const printed = {
    response: 'yes',
    stats: {
      models: { m: { api: { totalRequests: 2 }, tokens: { prompt: 9, candidates: 4 } } },
      tools: { totalCalls: 3 },
    },
  };
  expect(read('gemini', `Loaded credentials.\n${JSON.stringify(printed)}`)).toMatchObject({
    text: 'yes',
    cost: { calls: 2, inputTokens: 9, outputTokens: 4 },
    toolCalls: 3,
  });
});

it('finds the error of Gemini on the other stream and its status in the exit code', () => {
  const stderr = JSON.stringify({ error: { message: 'bad key' } });
  expect(read('gemini', '', stderr, 145).error).toEqual({ message: 'bad key', status: 401 });
});

it('notices a tool that Gemini withheld', () => {
  const stderr = 'Error executing tool write_file: Tool "write_file" not found.\n';
  expect(read('gemini', '{"response":"x"}', stderr).refused).toEqual([
    { kind: 'tool', title: 'write_file', paths: [] },
  ]);
});

it('reads the last text, cost and denied tools of opencode', () => {
  const stdout = lines(
    {
      type: 'tool_use',
      part: { tool: 'edit', state: { input: { filePath: 'a' }, error: 'permission denied' } },
    },
    { type: 'text', part: { text: 'draft' } },
    { type: 'text', part: { text: 'final' } },
    { type: 'step_finish', part: { cost: 0.5, tokens: { input: 3, output: 1 } } },
  );
  expect(read('opencode', stdout)).toMatchObject({
    text: 'final',
    cost: { usd: 0.5, inputTokens: 3, outputTokens: 1 },
    refused: [{ title: 'edit', paths: ['a'] }],
  });
});

it('does not believe Qwen Code that an error is an answer', () => {
  const stdout = JSON.stringify([
    { type: 'result', is_error: false, result: '[API Error: 400 bad]' },
  ]);
  expect(read('qwen', stdout).error).toMatchObject({ status: 400 });
});

it('reads reads and denials of Qwen Code', () => {
  const stdout = JSON.stringify([
    {
      type: 'assistant',
      message: { content: [{ type: 'tool_use', name: 'read_file', input: { file_path: 'a' } }] },
    },
    {
      type: 'result',
      result: 'ok',
      permission_denials: [{ tool_name: 'edit', tool_input: { file_path: 'b' } }],
    },
  ]);
  expect(read('qwen', stdout)).toMatchObject({
    text: 'ok',
    filesRead: ['a'],
    refused: [{ title: 'edit', paths: ['b'] }],
  });
});

it('reads the last message of Copilot and its errors', () => {
  const stdout = lines(
    { type: 'assistant.message', data: { content: 'hello' } },
    { type: 'assistant.message', data: { content: '' } },
    { type: 'result', exitCode: 0 },
  );
  expect(read('copilot', stdout)).toMatchObject({ text: 'hello' });
  const failed = lines({ type: 'assistant.message', data: { content: 'Error: 429 slow down' } });
  expect(read('copilot', failed).error).toMatchObject({ status: 429 });
});

it('reads the last message of pi, its usage and the error it hides behind exit code 0', () => {
  const message = {
    role: 'assistant',
    content: [{ type: 'text', text: 'done' }],
    usage: { input: 4, output: 2, cost: { total: 0.1 } },
    stopReason: 'error',
    errorMessage: '503 unavailable',
  };
  expect(read('pi', lines({ type: 'message_end', message }))).toMatchObject({
    text: 'done',
    cost: { inputTokens: 4, outputTokens: 2, usd: 0.1 },
    error: { status: 503 },
  });
});

it('notices tools that Copilot and opencode did not have', () => {
  const copilot = lines(
    { type: 'tool.execution_start', data: { toolCallId: '1', toolName: 'create' } },
    { type: 'tool.execution_complete', data: { toolCallId: '1', success: false } },
    { type: 'tool.execution_start', data: { toolCallId: '2', toolName: 'view' } },
    { type: 'tool.execution_complete', data: { toolCallId: '2', success: false } },
  );
  expect(read('copilot', copilot).refused).toEqual([{ kind: 'tool', title: 'create', paths: [] }]);
  const opencode = lines({
    type: 'tool_use',
    part: { tool: 'invalid', state: { input: { tool: 'edit' } } },
  });
  expect(read('opencode', opencode).refused).toEqual([{ kind: 'tool', title: 'edit', paths: [] }]);
});

it('notices a tool that pi did not have', () => {
  const stdout = lines({ type: 'tool_execution_end', toolName: 'write_file', isError: true });
  expect(read('pi', stdout).refused).toEqual([{ kind: 'tool', title: 'write_file', paths: [] }]);
});

it.each<ReaderName>(['claude', 'codex', 'gemini', 'opencode', 'qwen', 'copilot', 'pi', 'text'])(
  'never throws on foreign output: %s',
  (name) => {
    for (const stdout of ['', '{', '[]', 'null', '{"type":1}', '[[1]]', '\u0000', 'text\n{"a":'])
      expect(readOutput(name, { stdout, stderr: stdout, code: 1 })).toHaveProperty('text');
  },
);

function read(name: ReaderName, stdout: string, stderr = '', code = 0) {
  return readOutput(name, { stdout, stderr, code });
}
