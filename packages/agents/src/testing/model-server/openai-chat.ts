import { at, listAt, textAt } from '../../readers/json-lines.ts';
import { event, nextId, type Spoken, type Usage, type WireFormat } from './wire-format.ts';

/** OpenAI Chat Completions, which most local servers speak too. */
export const openaiChat: WireFormat = {
  wire: 'openai-chat',
  serves: (path) => path.endsWith('/chat/completions'),
  read(body) {
    const messages = listAt(body, 'messages');
    const lastText = messages.findLastIndex((message) => textAt(message, 'role') === 'user');
    return {
      model: textAt(body, 'model'),
      stream: at(body, 'stream') === true,
      prompt: messages
        .filter((message) => /user|system|developer/.test(textAt(message, 'role')))
        .map(contentOf)
        .join('\n'),
      toolResults: messages
        .slice(Math.max(0, lastText))
        .filter((message) => textAt(message, 'role') === 'tool')
        .map(contentOf),
      tools: listAt(body, 'tools').map((tool) => ({
        name: textAt(tool, 'function', 'name'),
        properties: Object.keys((at(tool, 'function', 'parameters', 'properties') ?? {}) as object),
      })),
    };
  },
  whole: (spoken, usage, model) => ({
    id: nextId('chatcmpl'),
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, message: messageOf(spoken), finish_reason: finishReason(spoken) }],
    usage: usageOf(usage),
  }),
  events(spoken, usage, model) {
    const id = nextId('chatcmpl');
    const chunk = (delta: object, finish: string | null) =>
      event({
        id,
        object: 'chat.completion.chunk',
        created: 0,
        model,
        choices: [{ index: 0, delta, finish_reason: finish }],
      });
    const { role, ...said } = messageOf(spoken);
    return [
      chunk({ role, content: '' }, null),
      chunk(said, null),
      chunk({}, finishReason(spoken)),
      event({
        id,
        object: 'chat.completion.chunk',
        created: 0,
        model,
        choices: [],
        usage: usageOf(usage),
      }),
      'data: [DONE]\n\n',
    ].join('');
  },
  error: (status, message) => ({
    error: { message, type: status === 429 ? 'rate_limit_exceeded' : 'server_error', code: null },
  }),
};

function contentOf(message: unknown): string {
  const content = at(message, 'content');
  return typeof content === 'string'
    ? content
    : listAt(message, 'content')
        .map((part) => textAt(part, 'text'))
        .join('\n');
}

function messageOf(spoken: Spoken) {
  if ('text' in spoken) return { role: 'assistant', content: spoken.text };
  const { name, args } = spoken.tool;
  const call = { name, arguments: JSON.stringify(args) };
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ index: 0, id: nextId('call'), type: 'function', function: call }],
  };
}

function finishReason(spoken: Spoken): string {
  if (!('text' in spoken)) return 'tool_calls';
  return spoken.cut ? 'length' : 'stop';
}

function usageOf({ input, output }: Usage) {
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}
