import type { CallView } from '../match/view.ts';

/** Methods that set a header of a response. */
export const headerSetters = 'set header setHeader append writeHead Header';

/** True when the call sets the header (in lower case); names in an object count as well. */
export function isHeader(call: CallView, name: string): boolean {
  const first = call.argument(0);
  if (first.text !== undefined) return first.text.toLowerCase() === name;
  return call.source.toLowerCase().includes(name);
}
