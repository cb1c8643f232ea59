import { hostname } from 'node:os';
import { openRepository } from '@magi/change';
import type { MagiConfig, Protocol, RunInput } from '@magi/contracts';
import { type RunEnd, startRun } from '@magi/engine';
import { openEmbeddedLog } from '@magi/event-log';
import { magi, pipeline, reviewFix, reviewFixLoop, revise } from '@magi/protocols';
import { describe, expect, it } from 'vitest';
import { loopEffectsOf } from '../src/composition/loop-effects.ts';
import { createReviewHost } from '../src/composition/review-host.ts';
import { pinSettings, type RunSettings } from '../src/composition/run-settings.ts';
import { commitsSince } from './corpus/evidence.ts';
import { createGround, type Ground } from './corpus/ground.ts';
import { fixer, reviewer } from './corpus/programs.ts';

/*
 * The traces T1 to T11 under all five protocols, with a scanner and a fixer that are programs, real
 * attempts and real commits. A trace says which problems each review finds, a letter each; the last
 * one goes on for ever. `?` marks a question that parks the run, with the outcome it would have if
 * nobody answered. Where an outcome differs from the published text, ADR 0004 says why.
 */
interface Trace {
  readonly reviews: readonly string[];
  readonly level?: 'error' | 'note';
  /** Attempts of review-fix-loop, where the trace needs more than three. */
  readonly attempts?: number;
  readonly declines?: string;
}

const traces = {
  T1: { reviews: [''] },
  T2: { reviews: ['a', ''] },
  T3: { reviews: ['a'] },
  T4: { reviews: ['a', 'b', 'a', 'b', 'a'] },
  T5: { reviews: ['a', 'ab', ''] },
  T6: { reviews: ['ab', 'bc', ''] },
  T7: { reviews: ['abcde', 'bcde', 'cde', 'de', 'e', ''] },
  T8: { reviews: ['a'], level: 'note' },
  T9: { reviews: ['a', 'bcd', ''] },
  T10: { reviews: [...'abcabcabcabc'], attempts: 10 },
  T11: { reviews: ['ab', 'a'], declines: 'a' },
} as const satisfies Record<string, Trace>;

const protocols = [reviewFix, revise, reviewFixLoop, magi, pipeline];

/** By protocol, in the order above: outcome, reason, reviews, commits on the branch. */
const table: Readonly<Record<keyof typeof traces, readonly string[]>> = {
  T1: [
    'converged accepted 1 0',
    'converged accepted 1 0',
    'converged accepted 1 0',
    'converged accepted 1 0',
    'converged accepted 1 1',
  ],
  T2: [
    'converged accepted 2 1',
    'converged accepted 2 1',
    'converged accepted 2 1',
    'converged accepted 2 1',
    'converged accepted 2 2',
  ],
  T3: [
    'exhausted budget_reviews 5 4',
    '?escalated count_not_lower 2 1',
    'exhausted budget_attempts 4 3',
    '?escalated unchanged 2 1',
    'exhausted budget_reviews 3 3',
  ],
  T4: [
    'exhausted budget_reviews 5 4',
    '?escalated count_not_lower 2 1',
    'escalated toggle 3 2',
    '?escalated toggle 3 2',
    'exhausted budget_reviews 3 3',
  ],
  T5: [
    'converged accepted 3 2',
    '?escalated count_not_lower 2 1',
    'escalated superset 2 1',
    'converged accepted 3 2',
    'converged accepted 3 3',
  ],
  T6: [
    'converged accepted 3 2',
    '?escalated count_not_lower 2 1',
    'converged accepted 3 2',
    'converged accepted 3 2',
    'converged accepted 3 3',
  ],
  T7: [
    'exhausted budget_reviews 5 4',
    '?exhausted budget_attempts 4 3',
    'exhausted budget_attempts 4 3',
    '?exhausted budget_reviews 3 2',
    'exhausted budget_reviews 3 3',
  ],
  T8: [
    'exhausted budget_reviews 5 4',
    'converged accepted 1 0',
    'converged accepted 1 0',
    'converged accepted 1 0',
    'converged accepted 1 1',
  ],
  T9: [
    'converged accepted 3 2',
    '?escalated count_not_lower 2 1',
    'converged accepted 3 2',
    'converged accepted 3 2',
    'converged accepted 3 3',
  ],
  T10: [
    'exhausted budget_reviews 5 4',
    '?escalated count_not_lower 2 1',
    'escalated period 4 3',
    '?escalated toggle 3 2',
    'exhausted budget_reviews 3 3',
  ],
  // Where declining is forbidden, the finding simply stays open.
  T11: [
    'exhausted budget_reviews 5 1',
    '?escalated declined 2 1',
    'blocked operator_input_required 2 1',
    'blocked operator_input_required 2 1',
    'exhausted budget_reviews 3 1',
  ],
};

describe.concurrent.each(Object.keys(traces) as (keyof typeof traces)[])(
  '%s',
  { timeout: 300_000 },
  (name) => {
    it.each(protocols.map((protocol, index) => [protocol.id, protocol, index] as const))(
      'under %s',
      async (_id, protocol, index) => {
        expect(await outcomeOf(protocol, traces[name])).toBe(table[name][index]);
      },
    );
  },
);

async function outcomeOf(protocol: Protocol, trace: Trace): Promise<string> {
  const lines = [...'abcde'].map((letter) => `line of ${letter}\n`).join('');
  const ground = createGround({ work: { 'work.txt': lines } });
  try {
    const { attempts = protocol.budget.attempts } = trace;
    const budget = { ...protocol.budget, ...(protocol === reviewFixLoop && { attempts }) };
    const end = await play(ground, { ...protocol, budget } as Protocol, trace);
    const { terminal, context } = end.view;
    const commits = commitsSince(ground, ground.head);
    const told = terminal ?? { ...context.decision, outcome: `?${context.decision?.outcome}` };
    return `${told.outcome} ${told.reason} ${context.history.length} ${commits}`;
  } finally {
    ground.remove();
  }
}

/** Plays a loop to its rest inside of this process; its scanner and its fixer are processes. */
async function play(ground: Ground, protocol: Protocol, trace: Trace): Promise<RunEnd> {
  const opened = await openRepository(ground.repository.dir);
  if (!opened.ok) throw new Error(opened.error.message);
  const repository = opened.value;
  const baseTip = ground.repository.git('rev-parse', 'main');
  const settings: RunSettings = {
    config: configOf(ground, trace),
    configSource: null,
    offline: false,
    scanners: ['marker'],
    place: { branch: 'refs/heads/topic', base: 'main', baseTip },
  };
  const input: RunInput = {
    mode: 'loop',
    request: { mode: 'range', base: 'main', head: 'HEAD' },
    protocol,
    requireAll: false,
    validations: [],
    fixer: fixer(ground, fixingScript(trace)),
    settings: pinSettings(settings),
  };
  const { env } = process;
  const stateDir = `${ground.outside}/state`;
  const log = await openEmbeddedLog({ dir: stateDir });
  const host = createReviewHost({
    repository,
    protocol,
    settings,
    stateDir,
    workerUrl: new URL('file:///no-worker'),
    env,
    first: null,
    more: loopEffectsOf({ repository, input, settings, env }),
  });
  try {
    const handle = await startRun({
      runner: host.runner,
      redact: host.redact,
      clock: { now: Date.now, setTimeout, clearTimeout: (timer) => clearTimeout(timer as number) },
      owner: { pid: process.pid, host: hostname() },
      log,
      run: 'trace',
      input,
      magiVersion: 'test',
    });
    return await handle.done;
  } finally {
    await host.close();
    await log.close();
  }
}

/** The scanner counts its calls and finds what the trace says for that review. */
function configOf(ground: Ground, { reviews, level = 'error' }: Trace): MagiConfig {
  const cases = reviews.map((letters, index) => `${index + 1}) found=${letters} ;;`).join('\n');
  reviewer(
    ground,
    `
    echo call >> "$trace"
    case $(wc -l < "$trace" | tr -d ' ') in
    ${cases}
    *) found=${reviews.at(-1)} ;;
    esac
    results=''
    line=0
    for letter in a b c d e; do
      line=$((line + 1))
      case "$found" in *"$letter"*)
        one=$(problem "has-$letter" "problem $letter" work.txt $line | sed 's/"error"/"${level}"/')
        results="$results\${results:+,}$one" ;;
      esac
    done
    report "$results"`,
  );
  const checks = Object.fromEntries([...'abcde'].map((one) => [`has-${one}`, `has_no_${one}`]));
  const command = `${ground.outside}/reviewer`;
  return { sarif: [{ id: 'marker', command, checks, timeoutMs: 60_000 }] };
}

/** The fixer always changes something; what the scanner says of it is written in the trace. */
function fixingScript({ declines }: Trace): string {
  if (declines === undefined) return 'echo "fix $call" >> log.txt';
  return `
    id=$(grep -B5 '"message": "problem ${declines}"' "$MAGI_WORK_ORDER" | grep '"id"' | cut -d'"' -f4)
    grep -q '"message": "problem [^${declines}]"' "$MAGI_WORK_ORDER" && echo "fix $call" >> log.txt
    echo "{\\"dispositions\\":[{\\"finding\\":\\"$id\\",\\"value\\":\\"declined\\",\\"reason\\":\\"by design\\"}]}"`;
}
