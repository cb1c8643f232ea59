/**
 * @typedef {{ answerId: string | null, prompt: string, tools: readonly { name: string }[] }} Request
 * @typedef {{ name: string, files: number, model: (request: Request) => object }} Case
 */

/** An answer to whoever asks: magi by its form, the peer by the tools it offers. */
const good = (/** @type {Request} */ request) => {
  if (request.answerId !== null) {
    const answer = {
      checks: { is_safe: true },
      findings: [],
      findings_count: 0,
      verdict: 'ACCEPT',
    };
    return { say: JSON.stringify({ answer_id: request.answerId, answer }) };
  }
  const done = request.tools.find(({ name }) => /done|finish|complete/.test(name));
  return done ? { tool: { name: done.name, args: { state: 'DONE' } } } : { say: '[]' };
};

/** What is measured, in order. @type {readonly Case[]} */
export const cases = [
  { name: '17 files, good answers', files: 17, model: good },
  { name: '17 files, malformed answers', files: 17, model: () => ({ say: 'Looks good to me!' }) },
  { name: '17 files, HTTP 500', files: 17, model: () => ({ status: 500 }) },
  {
    name: '17 files, HTTP 429 with Retry-After 1',
    files: 17,
    model: () => ({ status: 429, retryAfterSeconds: 1 }),
  },
  { name: '300 files, good answers', files: 300, model: good },
];
