import { type Redactor, showHidden } from '@magi/agents';
import type { Candidate, ReportedFinding, Snapshot } from '@magi/contracts';
import type { AnsweredFinding } from './review-answer.ts';

/** Paths that a finding may name, and how to read them. */
export interface FindingPlaces {
  readonly snapshot: Snapshot;
  readonly head: ReadonlySet<string>;
  readonly base: ReadonlySet<string>;
  /** Folder in which the agent saw the files; agents like to name them by it. */
  readonly root: string | null;
  readonly redact: Redactor;
}

/** A finding in the words of magi, or why it is not one. */
export type PlacedFinding = { readonly finding: ReportedFinding } | { readonly fault: string };

/**
 * Turns an agent's finding into a reported one.
 *
 * A path is taken as the agent wrote it only after it was found in one of the two trees; absolute
 * paths below the agent's folder and the prefixes of diffs are understood, anything else is a fault.
 * Text that the prompt showed as `[redacted:…]` or `\u{…}` is put back into the quote, so that it can
 * be compared with the tree.
 */
export async function placeFinding(
  answered: AnsweredFinding,
  places: FindingPlaces,
): Promise<PlacedFinding> {
  const found = findPath(answered.file, places);
  if (found === null)
    return { fault: `named a file that is in neither tree: ${answered.file.slice(0, 200)}` };
  const { path, side } = found;
  const line = Math.max(1, answered.line);
  const endLine = answered.end_line !== null && answered.end_line > line ? answered.end_line : null;
  return {
    finding: {
      ...(answered.check !== null && { check: answered.check }),
      rule: showHidden(answered.rule.trim().slice(0, 100)) || 'unnamed',
      severity: answered.severity,
      file: path,
      line,
      ...(endLine !== null && { endLine }),
      ...(side === 'base' && { side }),
      message: showHidden(answered.message.trim()) || 'the reviewer gave no message',
      evidence: await originalQuote(answered.evidence, path, side, line, places),
      ...(answered.suggestion !== null &&
        answered.suggestion.trim() !== '' && { suggestion: showHidden(answered.suggestion) }),
    },
  };
}

type Place = { readonly path: string; readonly side: 'base' | 'head' };

function findPath(written: string, { head, base, root, snapshot }: FindingPlaces): Place | null {
  const plain = written.trim().replaceAll('\\', '/');
  const inside =
    root !== null && plain.startsWith(`${root}/`) ? plain.slice(root.length + 1) : plain;
  const names = [written, inside, inside.replace(/^\.\//, ''), inside.replace(/^[ab]\//, '')];
  for (const path of names) {
    if (head.has(path)) return { path, side: 'head' };
    if (base.has(path)) return { path: renamedTo(path, snapshot.candidate) ?? path, side: 'base' };
  }
  return null;
}

function renamedTo(path: string, candidate: Candidate): string | undefined {
  return candidate.files.find(({ oldPath, status }) => oldPath === path && status === 'renamed')
    ?.path;
}

const placeholder = /\[redacted:[a-z-]+\]|\\u\{[0-9a-f]+\}/;

async function originalQuote(
  quote: string,
  path: string,
  side: 'base' | 'head',
  line: number,
  { snapshot, redact }: FindingPlaces,
): Promise<string> {
  if (!placeholder.test(quote)) return quote;
  const bytes = await snapshot.read(side, path);
  if (bytes === null) return quote;
  const lines = new TextDecoder().decode(bytes).split('\n');
  const wanted = quote.trim().split('\n');
  const starts = lines
    .map((_, index) => index)
    .filter((index) => {
      return wanted.every((text, offset) =>
        showHidden(redact(lines[index + offset] ?? '')).includes(text.trim()),
      );
    });
  const nearest = starts.sort((a, b) => Math.abs(a + 1 - line) - Math.abs(b + 1 - line))[0];
  return nearest === undefined ? quote : lines.slice(nearest, nearest + wanted.length).join('\n');
}
