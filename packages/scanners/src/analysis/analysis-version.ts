import { versionOf } from '../tools/find-tool.ts';

/** Changes whenever facts or answers change for equal input; part of every cache key. */
export const analysisVersion = '1';

const packages = ['ts-morph', 'oxlint', 'oxlint-tsgolint', '@secretlint/core', 'jscpd', 'scslre'];

/** Installed versions of the tools that answers rest on. */
export function toolVersions(): Record<string, string> {
  const found = packages.flatMap((name) => {
    const version = versionOf(name);
    return version === null ? [] : [[name, version] as const];
  });
  return Object.fromEntries(found);
}
