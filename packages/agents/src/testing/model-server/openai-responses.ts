import { at, listAt, textAt } from '../../readers/json-lines.ts';
import type { OfferedTool } from './script.ts';
import { event, nextId, type Spoken, type Usage, type WireFormat } from './wire-format.ts';

/** OpenAI Responses. Tools may stand in namespaces, which a call has to name. */
export const openaiResponses: WireFormat = {
  wire: 'openai-responses',
  serves: (path) => path.endsWith('/responses'),
  read(body) {
    const input = at(body, 'input');
    const items =
      typeof input === 'string' ? [{ role: 'user', content: input }] : listAt(body, 'input');
    const lastText = items.findLastIndex((item) => textAt(item, 'role') === 'user');
    return {
      model: textAt(body, 'model'),
      stream: at(body, 'stream') === true,
      prompt: [
        textAt(body, 'instructions'),
        ...items
          .filter((item) => /user|system|developer/.test(textAt(item, 'role')))
          .map((item) => contentOf(item)),
      ].join('\n'),
      toolResults: items
        .slice(Math.max(0, lastText))
        .filter((item) => /_call_output$/.test(textAt(item, 'type')))
        .map((item) => JSON.stringify(at(item, 'output'))),
      tools: listAt(body, 'tools').flatMap((tool) => offered(tool)),
    };
  },
  whole: (spoken, usage, model) => responseOf(itemOf(spoken), spoken, usage, model),
  events(spoken, usage, model) {
    const item = itemOf(spoken);
    const response = responseOf(item, spoken, usage, model);
    const started = { ...response, status: 'in_progress', output: [] };
    const place = { item_id: item.id, output_index: 0 };
    const parts = [
      { type: 'response.created', response: started },
      { type: 'response.output_item.added', output_index: 0, item: emptied(item) },
      ...progressOf(item, place),
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response },
    ];
    return parts
      .map((part, sequence_number) => event({ ...part, sequence_number }, part.type))
      .join('');
  },
  error: (status, message) => ({
    error: { message, type: status === 429 ? 'rate_limit_exceeded' : 'server_error', code: null },
  }),
};

function offered(tool: unknown, namespace?: string): readonly OfferedTool[] {
  if (textAt(tool, 'type') === 'namespace')
    return listAt(tool, 'tools').flatMap((inner) => offered(inner, textAt(tool, 'name')));
  return [
    {
      name: textAt(tool, 'name') || textAt(tool, 'type'),
      properties: Object.keys((at(tool, 'parameters', 'properties') ?? {}) as object),
      ...(namespace && { namespace }),
    },
  ];
}

function contentOf(item: unknown): string {
  const content = at(item, 'content');
  return typeof content === 'string'
    ? content
    : listAt(item, 'content')
        .map((part) => textAt(part, 'text'))
        .join('\n');
}

type Item = ReturnType<typeof itemOf>;

function itemOf(spoken: Spoken) {
  return 'text' in spoken
    ? {
        id: nextId('msg'),
        type: 'message' as const,
        status: 'completed',
        role: 'assistant',
        content: [{ type: 'output_text', text: spoken.text, annotations: [] }],
      }
    : {
        id: nextId('fc'),
        type: 'function_call' as const,
        status: 'completed',
        call_id: nextId('call'),
        name: spoken.tool.name,
        arguments: JSON.stringify(spoken.tool.args),
        ...(spoken.tool.namespace && { namespace: spoken.tool.namespace }),
      };
}

function emptied(item: Item) {
  return item.type === 'message'
    ? { ...item, status: 'in_progress', content: [] }
    : { ...item, status: 'in_progress', arguments: '' };
}

function progressOf(
  item: Item,
  place: { readonly item_id: string; readonly output_index: number },
) {
  if (item.type === 'function_call')
    return [
      { type: 'response.function_call_arguments.delta', ...place, delta: item.arguments },
      { type: 'response.function_call_arguments.done', ...place, arguments: item.arguments },
    ];
  const [part] = item.content;
  const text = part?.text ?? '';
  const inner = { ...place, content_index: 0 };
  return [
    { type: 'response.content_part.added', ...inner, part: { ...part, text: '' } },
    { type: 'response.output_text.delta', ...inner, delta: text },
    { type: 'response.output_text.done', ...inner, text },
    { type: 'response.content_part.done', ...inner, part },
  ];
}

function responseOf(item: Item, spoken: Spoken, { input, output }: Usage, model: string) {
  const cut = 'text' in spoken && spoken.cut;
  return {
    id: nextId('resp'),
    object: 'response',
    created_at: 0,
    model,
    status: cut ? 'incomplete' : 'completed',
    ...(cut && { incomplete_details: { reason: 'max_output_tokens' } }),
    output: [item],
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input + output,
    },
  };
}
