import { relative, resolve } from 'node:path';
import { type Repository, resolveCandidate } from '@magi/change';
import type { Candidate, Protocol } from '@magi/contracts';
import { choosePanel, type RoutingDecision } from '@magi/scanners';
import type { CommandContext } from '../command-context.ts';
import { chooseProtocol } from '../composition/choose-protocol.ts';
import { loadConfig } from '../composition/config/load-config.ts';
import { panelError } from '../composition/panel-error.ts';
import { workingTreeFiles } from '../composition/trusted-files.ts';

/** Who would review a file, and why. */
export interface FileExplanation {
  readonly file: string;
  readonly protocol: string;
  /** Why nobody needs to look at the file, or null. */
  readonly excluded: string | null;
  /** False when the file has no change now; its marks in `.gitattributes` were not looked at then. */
  readonly isChanged: boolean;
  readonly scanners: readonly (RoutingDecision & {
    readonly checks: readonly {
      readonly id: string;
      readonly failAt: string;
      readonly decidable: boolean;
    }[];
  })[];
}

/** Asks the panel about one file of the working tree, with the configuration that stands there. */
export async function explainFile(
  { cwd }: CommandContext,
  repository: Repository,
  name: string,
): Promise<FileExplanation> {
  const file = relative(repository.root, resolve(cwd, name));
  const files = workingTreeFiles(repository.root);
  const { config } = await loadConfig(files);
  const protocol: Protocol = chooseProtocol(config, undefined);
  const changed = await resolveCandidate(
    repository,
    { mode: 'files', paths: [file] },
    {
      ...(config.exclude !== undefined && { exclude: config.exclude }),
      ...(config.base !== undefined && { defaultBranch: config.base }),
    },
  );
  const candidate = changed.ok ? changed.value : unchanged(file);
  const chosen = await choosePanel({
    candidate,
    readBase: (path) => files.readBytes(path),
    listBase: () => files.list(),
    // One file alone moves nothing.
    readChanged: async () => null,
    config,
    protocol,
  });
  if (!chosen.ok) throw panelError(chosen.error);
  const { panel, routing } = chosen.value;
  return {
    file,
    protocol: protocol.id,
    excluded: candidate.files[0]?.excluded ?? null,
    isChanged: changed.ok,
    scanners: routing.map((decision) => ({
      ...decision,
      checks: (panel.find(({ id }) => id === decision.scanner)?.checks ?? []).map(
        ({ id, failAt, decidable }) => ({ id, failAt, decidable }),
      ),
    })),
  };
}

/** A candidate that changes one file, for the routing rules to match. */
function unchanged(path: string): Candidate {
  const side = { ref: 'HEAD', commit: null, tree: '' };
  return {
    request: { mode: 'files', paths: [path] },
    base: side,
    head: side,
    files: [
      {
        path,
        status: 'modified',
        kind: 'text',
        oldMode: '100644',
        newMode: '100644',
        oldOid: null,
        newOid: null,
        added: 0,
        removed: 0,
        hunks: [],
      },
    ],
  };
}

/** The explanation in words. */
export function fileText({
  file,
  protocol,
  excluded,
  isChanged,
  scanners,
}: FileExplanation): string {
  const state = excluded === null ? 'is reviewed' : `is excluded: ${excluded}`;
  return [
    `${file} ${state} (protocol ${protocol})${isChanged ? '' : '; it has no change now'}`,
    ...scanners.map(({ scanner, included, because, source, rule, checks }) => {
      const place = rule === undefined ? source : `${rule.file}:${rule.line}`;
      const list = checks.map(
        ({ id, failAt, decidable }) =>
          `\n      ${id}${decidable ? `, fails at ${failAt}` : ', cannot be decided here'}`,
      );
      return `  ${included ? '✔' : '–'} ${scanner}: ${because} (${place})${list.join('')}`;
    }),
    '',
  ].join('\n');
}
