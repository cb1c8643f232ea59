import type { Change } from '../../change/change.ts';
import { addedLines } from '../../change/line-set.ts';
import type { FileHit } from '../check.ts';

const installScripts = ['preinstall', 'install', 'postinstall'];
const lockFile = /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml)$/;

/** New install scripts, and lock file entries from hosts that the base does not download from. */
export async function packageSourceHits(change: Change): Promise<FileHit[]> {
  return [...installScriptHits(change), ...(await lockFileHits(change))];
}

function installScriptHits(change: Change): FileHit[] {
  return change.sources
    .filter((source) => /(?:^|\/)package\.json$/.test(source.path) && source.head !== null)
    .flatMap((source) => {
      const before = scriptsOf(source.base);
      const lines = (source.head ?? '').split('\n');
      return installScripts
        .filter((name) => scriptsOf(source.head)[name] !== undefined)
        .filter((name) => scriptsOf(source.head)[name] !== before[name])
        .map((name): FileHit => {
          const line = lines.findIndex((text) => text.includes(`"${name}"`)) + 1;
          return {
            rule: 'install-script',
            severity: 'warning',
            file: source.path,
            line: Math.max(line, 1),
            endLine: Math.max(line, 1),
            message: `A ${name} script runs on the machine of everybody who installs the package.`,
            suggestion: 'Do the work when building or at first use.',
            diffLevel: true,
          };
        });
    });
}

function scriptsOf(text: string | null): Record<string, string> {
  try {
    const manifest: { scripts?: Record<string, string> } = JSON.parse(text ?? '{}');
    return manifest.scripts ?? {};
  } catch {
    return {};
  }
}

/** Lock files are excluded from other checks, so their texts are read here. */
async function lockFileHits(change: Change): Promise<FileHit[]> {
  const hits: FileHit[] = [];
  for (const file of change.candidate.files) {
    if (!lockFile.test(file.path) || file.kind !== 'text' || file.status === 'added') continue;
    const base = await change.read('base', file.oldPath ?? file.path);
    const head = await change.read('head', file.path);
    if (base === null || head === null) continue;
    const known = new Set(hostsIn(base));
    const lines = head.split('\n');
    const line = addedLines(file.hunks)
      .lines()
      .find((at) => hostsIn(lines[at - 1] ?? '').some((host) => !known.has(host)));
    if (line === undefined || known.size === 0) continue;
    const host = hostsIn(lines[line - 1] ?? '')[0] ?? '';
    hits.push({
      rule: 'lock-file-host',
      severity: 'warning',
      file: file.path,
      line,
      endLine: line,
      message: `The lock file takes a package from ${host}, which the base never does.`,
      suggestion: 'Confirm the source, or resolve the package from the usual registry.',
      evidence: (lines[line - 1] ?? '').trim().slice(0, 300),
      diffLevel: true,
    });
  }
  return hits;
}

function hostsIn(text: string): string[] {
  return [
    ...text.matchAll(
      /(?:resolved"?:?|tarball:)\s*"?(?:git\+)?(?:https?|ssh|git):\/\/(?:[^@\s/"]*@)?([^/\s"]+)/g,
    ),
  ].map((match) => match[1] ?? '');
}
