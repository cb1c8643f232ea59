import { statusIn } from './error-text.ts';
import { amount, at, isLoose, textAt, wholeJson } from './json-lines.ts';
import { nothingRead, type OutputReader } from './reader.ts';

/** Gemini CLI, `--output-format json`: one object, which stands on stderr after an API error.
 * A tool that the mode withholds is only mentioned on stderr. */
export const readGemini: OutputReader = ({ stdout, stderr, code }) => {
  const result = wholeJson(stdout) ?? wholeJson(stderr);
  if (!isLoose(result)) return nothingRead;
  const models = isLoose(at(result, 'stats', 'models'))
    ? Object.values(at(result, 'stats', 'models') as object)
    : [];
  const message = textAt(result, 'error', 'message');
  const status = statusIn(message) ?? statusOfExitCode(code);
  return {
    text: textAt(result, 'response'),
    cost: {
      ...amount('calls', ...models.map((model) => at(model, 'api', 'totalRequests'))),
      ...amount('inputTokens', ...models.map((model) => at(model, 'tokens', 'prompt'))),
      ...amount('outputTokens', ...models.map((model) => at(model, 'tokens', 'candidates'))),
    },
    toolCalls: Number(at(result, 'stats', 'tools', 'totalCalls') ?? 0) || 0,
    filesRead: [],
    refused: [
      ...stderr.matchAll(/^Error executing tool ([\w-]+): .*(?:not found|denied|polic)/gm),
    ].map(([, title = '']) => ({ kind: 'tool', title, paths: [] })),
    ...(isLoose(result.error) && {
      error: { message, ...(status !== undefined && { status }) },
    }),
  };
};

// The process exits with the HTTP status modulo 256.
function statusOfExitCode(code: number | null): number | undefined {
  return code !== null && code >= 144 ? code + 256 : undefined;
}
