/**
 * A `fetch` whose answers cannot grow without bound: the body fails once more than `maxBytes` came.
 *
 * Redirects are refused, since they would carry the key and the prompt to another host.
 */
export function limitedFetch(maxBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'error' });
    if (!response.body) return response;
    let total = 0;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          total += chunk.length;
          if (total > maxBytes) controller.error(new RangeError('the answer is too long'));
          else controller.enqueue(chunk);
        },
      }),
    );
    return new Response(counted, response);
  };
}
