import type { LintOutput } from '../src/tools/oxlint.ts';
import { type LintDiagnostic, type Linter, type LintRequest, oxlint } from '../src/tools/oxlint.ts';
import type { ToolAnswer } from '../src/tools/tools.ts';

interface Waiting {
  readonly request: LintRequest;
  resolve(answer: ToolAnswer<LintOutput>): void;
  reject(error: unknown): void;
}

/** The real linter, but many requests that come close together share one process. */
export function batchedLinter(): Linter {
  let waiting: Waiting[] = [];
  return (request) =>
    new Promise((resolve, reject) => {
      waiting.push({ request, resolve, reject });
      if (waiting.length > 1) return;
      setTimeout(() => {
        const batch = waiting;
        waiting = [];
        void lintTogether(batch);
      }, 100);
    });
}

async function lintTogether(batch: readonly Waiting[]): Promise<void> {
  const [first] = batch;
  if (first === undefined) return;
  const files = batch.flatMap(({ request }, index) =>
    request.files.map(({ path, text }) => ({ path: `${index}/${path}`, text })),
  );
  try {
    const { rules, signal } = first.request;
    const answer = await oxlint({ files, rules, signal });
    for (const [index, one] of batch.entries())
      one.resolve(answer.ok ? part(answer.value, index) : answer);
  } catch (error) {
    for (const one of batch) one.reject(error);
  }
}

function part(output: LintOutput, index: number): ToolAnswer<LintOutput> {
  const prefix = `${index}/`;
  const diagnostics = new Map<string, readonly LintDiagnostic[]>();
  for (const [path, list] of output.diagnostics) {
    if (path.startsWith(prefix)) diagnostics.set(path.slice(prefix.length), list);
  }
  const unparsed = [...output.unparsed].filter((path) => path.startsWith(prefix));
  return {
    ok: true,
    value: { diagnostics, unparsed: new Set(unparsed.map((path) => path.slice(prefix.length))) },
  };
}
