import type { Json } from '@magi/contracts';
import { at, listAt, textAt } from '../../readers/json-lines.ts';
import { event, nextId, type Spoken, type Usage, type WireFormat } from './wire-format.ts';

/** Google Gemini. The model and whether to stream stand in the path. */
export const gemini: WireFormat = {
  wire: 'gemini',
  serves: (path) => /:(?:stream)?generateContent$/i.test(path),
  read(body, path) {
    const contents = listAt(body, 'contents');
    const lastText = contents.findLastIndex((content) => userText(content) !== '');
    return {
      model: /models\/([^:]+):/.exec(path)?.[1] ?? '',
      stream: path.includes(':streamGenerateContent'),
      prompt: [textsOf(at(body, 'systemInstruction')), ...contents.map(userText)].join('\n'),
      toolResults: contents
        .slice(Math.max(0, lastText))
        .flatMap((content) => listAt(content, 'parts'))
        .filter((part) => at(part, 'functionResponse') !== undefined)
        .map((part) => JSON.stringify(at(part, 'functionResponse', 'response'))),
      tools: listAt(body, 'tools')
        .flatMap((group) => listAt(group, 'functionDeclarations'))
        .map((tool) => ({
          name: textAt(tool, 'name'),
          properties: Object.keys(
            (at(tool, 'parametersJsonSchema', 'properties') ??
              at(tool, 'parameters', 'properties') ??
              {}) as object,
          ),
        })),
    };
  },
  whole: responseOf,
  events: (spoken, usage, model) => event(responseOf(spoken, usage, model)),
  error: (status, message) => ({
    error: {
      code: status,
      message,
      status: status === 429 ? 'RESOURCE_EXHAUSTED' : 'INTERNAL',
    },
  }),
};

function textsOf(content: unknown): string {
  return listAt(content, 'parts')
    .map((part) => textAt(part, 'text'))
    .join('\n');
}

function userText(content: unknown): string {
  return textAt(content, 'role') === 'user' ? textsOf(content) : '';
}

function responseOf(spoken: Spoken, usage: Usage, model: string): Json {
  const part =
    'text' in spoken
      ? { text: spoken.text }
      : {
          functionCall: {
            name: spoken.tool.name,
            args: spoken.tool.args as Record<string, Json>,
          },
        };
  return {
    candidates: [
      {
        index: 0,
        content: { role: 'model', parts: [part] },
        finishReason: 'text' in spoken && spoken.cut ? 'MAX_TOKENS' : 'STOP',
      },
    ],
    usageMetadata: {
      promptTokenCount: usage.input,
      candidatesTokenCount: usage.output,
      totalTokenCount: usage.input + usage.output,
    },
    modelVersion: model,
    responseId: nextId('resp'),
  };
}
