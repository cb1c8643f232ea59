import { builtinScannerIds, describeScanner } from '@magi/scanners';

/** A file that `magi init` would write, below the top of the repository. */
export interface PlannedFile {
  readonly path: string;
  readonly content: string;
}

/**
 * The starting configuration: settings, and where the team's own reviewers go.
 *
 * State needs no ignore rule: it lives in the git folder, outside of what is committed.
 */
export function plannedFiles(base: string | null): readonly PlannedFile[] {
  return [
    { path: 'magi.config.json', content: configText(base) },
    { path: '.magi/ROUTING.md', content: routingText() },
    { path: '.magi/personas/README.md', content: personasText },
  ];
}

function configText(base: string | null): string {
  const config = {
    ...(base !== null && { base }),
    protocol: 'magi',
    exclude: [],
    scanners: { disable: [] },
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

function routingText(): string {
  const bullets = builtinScannerIds().flatMap((id) => {
    const scanner = describeScanner(id);
    if (scanner === null || scanner.when === 'by-protocol') return [];
    const when = scanner.when === 'always' ? '`always`' : '`asked` `mostly-moves`';
    return [`- **${scanner.role}:** *Path:* \`personas/${id}.json\` *When:* ${when}`];
  });
  return `# Who reviews what

Each bullet names a persona and when it joins. \`*When:*\` takes \`always\`, \`asked\`,
\`mostly-moves\` and \`never\`; \`*Files:*\` takes globs of which a changed file must match one.

${bullets.join('\n')}
`;
}

const personasText = `# Personas

One JSON file a reviewer: \`role\`, \`mandate\` and \`checklist\`. A checklist entry is a name and a
statement that is true when all is well. A file with the role of a shipped reviewer takes its place;
any other role adds a reviewer. Files here count from the base of a change, so that a change cannot
choose its own judges.
`;
