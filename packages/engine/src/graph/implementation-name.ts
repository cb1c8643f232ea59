/** How an unnamed implementation is shown; the machine lint refuses it. */
export const UNNAMED = '(unnamed)';

/** The name of an action, actor or delay as a chart refers to it. */
export function nameOf(reference: unknown): string {
  if (typeof reference === 'string') return reference;
  if (isNamed(reference)) return reference.type;
  return UNNAMED;
}

/** The name of a guard, with its parameter where that is fixed: `endedAs(converged)`. */
export function guardName(reference: unknown): string {
  const name = nameOf(reference);
  if (!isNamed(reference) || reference.params === undefined) return name;
  return typeof reference.params === 'function' ? name : `${name}(${String(reference.params)})`;
}

function isNamed(
  reference: unknown,
): reference is { readonly type: string; readonly params?: unknown } {
  return (
    typeof reference === 'object' &&
    reference !== null &&
    'type' in reference &&
    typeof reference.type === 'string'
  );
}
