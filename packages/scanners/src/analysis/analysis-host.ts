import type { Review, ScanContext, ScanInput } from '@magi/contracts';
import type { BuiltinCheck } from '../builtin/check.ts';
import { allChecks, findCheck } from '../builtin/find-check.ts';
import type { Change } from '../change/change.ts';
import { openChange } from '../change/open-change.ts';
import { factCache } from '../facts/fact-cache.ts';
import type { CheckAnswer } from '../review/answer.ts';
import { answerCheck } from '../review/answer-check.ts';
import { reviewChange } from '../review/review-change.ts';
import { createTools } from '../tools/create-tools.ts';
import { type Linter, oxlint } from '../tools/oxlint.ts';
import type { Tools } from '../tools/tools.ts';
import { toolVersions } from './analysis-version.ts';
import { type SharedContext, sharedContext, untilAborted } from './shared-context.ts';

export interface AnalysisOptions {
  readonly linter?: Linter;
  /** What facts are kept by, besides what they were derived from; see `analysisVersion`. */
  readonly version?: string;
  /** Candidates kept open: by default the one under review and the one before. */
  readonly maxSessions?: number;
}

/** Runs built-in scanners; what they share is derived once per candidate. */
export interface AnalysisHost {
  review(input: ScanInput, context: ScanContext): Promise<Review>;
}

interface Session {
  readonly shared: SharedContext;
  readonly change: Promise<Change>;
  readonly answers: Map<BuiltinCheck, Promise<CheckAnswer>>;
}

/** Creates a host; it keeps no process and no file open between reviews. */
export function createAnalysisHost(options: AnalysisOptions = {}): AnalysisHost {
  const sessions = new Map<string, Session>();
  const { linter = oxlint, version = '', maxSessions = 2 } = options;
  return {
    review: async (input, context) => {
      const key = keyOf(input);
      const session = sessions.get(key) ?? openSession(input, context, { linter, version });
      sessions.set(key, session);
      for (const old of [...sessions.keys()].slice(0, -maxSessions)) sessions.delete(old);
      const leave = session.shared.join(context);
      try {
        return await untilAborted(reviewIn(session, input, context), context.signal);
      } catch (error) {
        // The next try starts anew instead of getting the same failure again.
        sessions.delete(key);
        throw error;
      } finally {
        leave();
      }
    },
  };
}

async function reviewIn(session: Session, input: ScanInput, context: ScanContext): Promise<Review> {
  const change = await session.change;
  context.progress(`${change.sources.length} files read`);
  const answerOf = (check: BuiltinCheck) => {
    const kept = session.answers.get(check);
    if (kept !== undefined) return kept;
    const answer = answerCheck(check, change);
    session.answers.set(check, answer);
    return answer;
  };
  const review = await reviewChange(input, change, answerOf);
  return { ...review, tools: toolVersions() };
}

function openSession(
  input: ScanInput,
  context: ScanContext,
  { linter, version }: Required<Pick<AnalysisOptions, 'linter' | 'version'>>,
): Session {
  const shared = sharedContext(context);
  const { signal, snapshot } = shared;
  const cache = factCache(context.cacheDir, version);
  const types = input.scanner.options?.types !== 'off';
  const change = openChange(input.candidate, {
    snapshot,
    checks: allChecks,
    cache,
    signal,
    tools: (view) => {
      const tools = createTools(view, { snapshot, cache, signal, linter, types });
      startAhead(tools, input);
      return tools;
    },
  });
  return { shared, change, answers: new Map() };
}

/** Starts the programs that the checks of a scanner will ask for; their answers are kept. */
function startAhead(tools: Tools, input: ScanInput): void {
  const checks = input.scanner.checks.flatMap((spec) => findCheck(spec.id) ?? []);
  const wanted = [
    ...(checks.some((check) => check.lint !== undefined) ? [tools.lint()] : []),
    ...(checks.some((check) => check.typed !== undefined || check.needsTypes)
      ? [tools.typed()]
      : []),
  ];
  // A failure is reported to the check that asks.
  for (const answer of wanted) answer.catch(() => {});
}

function keyOf(input: ScanInput): string {
  const { base, head, files, goal } = input.candidate;
  const types = input.scanner.options?.types ?? 'auto';
  return JSON.stringify([base.tree, head.tree, files.length, goal ?? null, types]);
}
