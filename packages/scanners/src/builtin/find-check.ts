import type { BuiltinCheck } from './check.ts';
import { builtinScanners } from './registry.ts';

const byId = new Map<string, BuiltinCheck>();
for (const scanner of builtinScanners) {
  for (const check of scanner.checks) {
    byId.set(check.id, check);
    for (const alias of check.aliases ?? []) byId.set(alias, check);
  }
}

/** All checks that some analysis decides, each once. */
export const allChecks: readonly BuiltinCheck[] = [...new Set(byId.values())];

/** The check of an id or of one of its aliases. */
export function findCheck(id: string): BuiltinCheck | undefined {
  return byId.get(id);
}
