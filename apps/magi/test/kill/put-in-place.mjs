const dying = new URL('dying-sqlite.mjs', import.meta.url).href;

/**
 * Gives everybody but the dying database itself that one for the real one.
 *
 * @param {string} specifier
 * @param {{ parentURL?: string }} context
 * @param {(specifier: string, context: object) => Promise<object>} next
 */
export async function resolve(specifier, context, next) {
  const isDatabase = specifier === '@photostructure/sqlite' || specifier === 'node:sqlite';
  return isDatabase && context.parentURL !== dying
    ? { url: dying, shortCircuit: true }
    : next(specifier, context);
}
