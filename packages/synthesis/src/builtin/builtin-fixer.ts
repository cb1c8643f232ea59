import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disposition, Finding, FixInput, FixReport, Synthesizer } from '@magi/contracts';

/**
 * The fixer that needs no model: applies machine-applicable fixes of findings and our codemods.
 *
 * A finding that no codemod knows is declined with that reason; nothing is guessed. The change is
 * deterministic: the same findings and files give the same text.
 */
export function builtinFixer(): Synthesizer {
  return {
    id: 'builtin',
    fix: async (input, context) => {
      // Parsing is heavy: who only reviews never loads it.
      const { mendFile } = await import('./mend-file.ts');
      const files = [...new Set(input.findings.map(({ file }) => file))].sort();
      const dispositions: Disposition[] = [];
      let hasChanged = false;
      for (const file of files) {
        context.signal.throwIfAborted();
        const findings = input.findings.filter((finding) => finding.file === file);
        const path = join(context.worktree, file);
        const before = await readFile(path, 'utf8').catch(() => null);
        if (before === null) {
          dispositions.push(
            ...findings.map((finding) => declined(input, finding, 'the file cannot be read')),
          );
          continue;
        }
        const mended = mendFile({ file, text: before, findings });
        if (mended.text !== before) {
          await writeFile(path, mended.text);
          hasChanged = true;
          context.progress(`${file}: ${mended.fixed.length} mended`);
        }
        dispositions.push(
          ...mended.fixed.map((finding) => fixed(input, finding)),
          ...mended.left.map(({ finding, reason }) => declined(input, finding, reason)),
        );
      }
      return report(hasChanged, dispositions);
    },
  };
}

function report(hasChanged: boolean, dispositions: readonly Disposition[]): FixReport {
  return {
    outcome: hasChanged ? 'changed' : 'no_change',
    dispositions: [...dispositions],
    conflicts: [],
    ...(hasChanged ? {} : { reason: 'no safe codemod applies to any open finding' }),
  };
}

function fixed(input: FixInput, finding: Finding): Disposition {
  return disposition(input, finding, 'fixed', 'mended by a codemod');
}

function declined(input: FixInput, finding: Finding, reason: string): Disposition {
  return disposition(input, finding, 'declined', reason);
}

function disposition(
  input: FixInput,
  { fingerprint, contentDigest }: Finding,
  value: 'fixed' | 'declined',
  reason: string,
): Disposition {
  return { fingerprint, contentDigest, value, reason, by: 'builtin', round: input.round };
}
