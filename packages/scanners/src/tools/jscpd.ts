import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runProgram } from './run-program.ts';
import type { Clone, ClonePlace, ToolAnswer } from './tools.ts';

interface Report {
  readonly duplicates: readonly {
    readonly tokens: number;
    readonly firstFile: ReportedPlace;
    readonly secondFile: ReportedPlace;
  }[];
}

interface ReportedPlace {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Finds pieces of at least 50 equal tokens among the scripts below a folder. */
export async function findClones(
  folder: string,
  signal: AbortSignal,
): Promise<ToolAnswer<readonly Clone[]>> {
  const program = jscpdBinary();
  if (program === null) {
    return {
      ok: false,
      why: { kind: 'missing_tool', reason: 'jscpd is not installed for this platform' },
    };
  }
  const out = join(folder, '.magi-clones');
  const args = ['--min-tokens', '50', '--min-lines', '5', '--mode', 'weak', '--no-gitignore'];
  const report = [
    '--reporters',
    'json',
    '--output',
    out,
    '--format',
    'typescript,tsx,javascript,jsx',
  ];
  const output = await runProgram(program, [...args, ...report, '.'], { cwd: folder, signal });
  try {
    const text = await readFile(join(out, 'jscpd-report.json'), 'utf8');
    return { ok: true, value: clonesOf(JSON.parse(text)) };
  } catch {
    const cause = (output.stderr.trim() || output.stdout.trim()).slice(0, 200);
    return { ok: false, why: { kind: 'degraded', reason: `jscpd wrote no report: ${cause}` } };
  }
}

function clonesOf(report: Report): readonly Clone[] {
  // Which of the two comes first depends on threads; the order of places does not.
  return report.duplicates.map(({ tokens, firstFile, secondFile }) => {
    const places = [placeOf(firstFile), placeOf(secondFile)].sort(byPlace);
    return { tokens, first: places[0] as ClonePlace, second: places[1] as ClonePlace };
  });
}

function byPlace(a: ClonePlace, b: ClonePlace): number {
  return a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1;
}

function placeOf({ name, start, end }: ReportedPlace): ClonePlace {
  return { file: name.replaceAll('\\', '/').replace(/^\.\//, ''), line: start, endLine: end };
}

/** The native program of this platform, which the package itself would start through a shell script. */
function jscpdBinary(): string | null {
  const names = ['gnu', 'musl', 'msvc'].map((abi) => `${process.platform}-${process.arch}-${abi}`);
  const packages = [`${process.platform}-${process.arch}`, ...names].map(
    (name) => `jscpd-${name.replace('win32', 'windows')}`,
  );
  const file = process.platform === 'win32' ? 'jscpd.exe' : 'jscpd';
  for (const name of packages) {
    try {
      // Platform packages are dependencies of jscpd, not of this package.
      const near = createRequire(createRequire(import.meta.url).resolve('jscpd/package.json'));
      return join(dirname(near.resolve(`${name}/package.json`)), 'bin', file);
    } catch {
      // Another platform's package; the next name may be ours.
    }
  }
  return null;
}
