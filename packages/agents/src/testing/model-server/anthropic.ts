import { at, listAt, textAt } from '../../readers/json-lines.ts';
import { event, nextId, type Spoken, type Usage, type WireFormat } from './wire-format.ts';

/** Anthropic Messages. */
export const anthropic: WireFormat = {
  wire: 'anthropic',
  serves: (path) => path.endsWith('/messages'),
  read(body) {
    const messages = listAt(body, 'messages');
    const lastText = messages.findLastIndex((message) => userText(message) !== '');
    return {
      model: textAt(body, 'model'),
      stream: at(body, 'stream') === true,
      prompt: [systemText(body), ...messages.map(userText)].join('\n'),
      toolResults: messages
        .slice(Math.max(0, lastText))
        .flatMap((message) => listAt(message, 'content'))
        .filter((part) => textAt(part, 'type') === 'tool_result')
        .map((part) => JSON.stringify(at(part, 'content'))),
      tools: listAt(body, 'tools').map((tool) => ({
        name: textAt(tool, 'name'),
        properties: Object.keys((at(tool, 'input_schema', 'properties') ?? {}) as object),
      })),
    };
  },
  whole: (spoken, usage, model) => ({
    ...head(model, usage),
    content: [blockOf(spoken)],
    stop_reason: stopReason(spoken),
    usage: { input_tokens: usage.input, output_tokens: usage.output },
  }),
  events(spoken, usage, model) {
    const block = blockOf(spoken);
    const empty = block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} };
    const delta =
      block.type === 'text'
        ? { type: 'text_delta', text: block.text }
        : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
    const parts = [
      { type: 'message_start', message: head(model, usage) },
      { type: 'content_block_start', index: 0, content_block: empty },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: stopReason(spoken), stop_sequence: null },
        usage: { output_tokens: usage.output },
      },
      { type: 'message_stop' },
    ];
    return parts.map((part) => event(part, part.type)).join('');
  },
  error: (status, message) => ({
    type: 'error',
    error: { type: status === 429 ? 'rate_limit_error' : 'api_error', message },
  }),
};

function systemText(body: unknown): string {
  const system = at(body, 'system');
  return typeof system === 'string'
    ? system
    : listAt(body, 'system')
        .map((part) => textAt(part, 'text'))
        .join('\n');
}

function userText(message: unknown): string {
  if (textAt(message, 'role') !== 'user') return '';
  const content = at(message, 'content');
  return typeof content === 'string'
    ? content
    : listAt(message, 'content')
        .map((part) => textAt(part, 'text'))
        .join('\n');
}

function head(model: string, usage: Usage) {
  return {
    id: nextId('msg'),
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: {
      input_tokens: usage.input,
      output_tokens: 1,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    },
  };
}

function blockOf(spoken: Spoken) {
  return 'text' in spoken
    ? { type: 'text' as const, text: spoken.text }
    : {
        type: 'tool_use' as const,
        id: nextId('toolu'),
        name: spoken.tool.name,
        input: spoken.tool.args as Record<string, never>,
      };
}

function stopReason(spoken: Spoken): string {
  if (!('text' in spoken)) return 'tool_use';
  return spoken.cut ? 'max_tokens' : 'end_turn';
}
