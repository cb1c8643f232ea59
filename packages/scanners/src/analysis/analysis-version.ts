import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { versionOf } from '../tools/find-tool.ts';

const packages = [
  ...['ts-morph', 'oxlint', 'oxlint-tsgolint', '@secretlint/core', 'jscpd', 'scslre'],
  ...['@ast-grep/napi', '@astral-sh/ruff-wasm-nodejs'],
];

/** Installed versions of the tools that answers rest on. */
export function toolVersions(): Record<string, string> {
  const found = packages.flatMap((name) => {
    const version = versionOf(name);
    return version === null ? [] : [[name, version] as const];
  });
  return Object.fromEntries(found);
}

/**
 * Changes whenever facts or answers may change for equal input: part of every key they are kept by.
 *
 * The worker's entry names its parts by digests of their contents, so its text stands for all code.
 */
export function analysisVersion(workerUrl: URL): string {
  const hash = createHash('sha256').update(JSON.stringify(toolVersions()));
  return hash.update(readFileSync(workerUrl)).digest('hex');
}
