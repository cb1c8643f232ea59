import { PipelineState, type RoundRecord, sanitiseLine } from '@magi/contracts';
import type { RunView } from '@magi/engine';
import {
  type ArtifactFile,
  type ArtifactPlace,
  type Artifacts,
  jsonFile,
} from '../artifact-files.ts';
import { pipelineLines, stoppingCriteria, verdictTree } from './display-lines.ts';

export interface PipelineArtifactsOptions {
  readonly place: Pick<ArtifactPlace, 'updatedAt'>;
  readonly existing?: readonly string[];
}

const STATE = 'pipeline-state.json';
const VERDICT = /^verdict-\d+\.txt$/;

/**
 * Projects a run into the files of seed 004: a verdict tree for each round, the course of the
 * pipeline, and the state file when a guard stopped it.
 */
export function pipelineArtifacts(
  view: RunView,
  { place, existing = [] }: PipelineArtifactsOptions,
): Artifacts {
  const spec = specOf(view);
  const course = [...stoppingCriteria(spec), ...pipelineLines(spec, view)].map(sanitiseLine);
  const state = stateOf(view, place.updatedAt);
  const write: ArtifactFile[] = [
    { name: 'pipeline.txt', text: `${course.join('\n')}\n` },
    ...view.history.map((record) => ({
      name: `verdict-${record.round}.txt`,
      text: `${verdictTree(spec, oneLined(record)).join('\n')}\n`,
    })),
    ...(state === null ? [] : [jsonFile(STATE, state)]),
  ];
  const written = new Set(write.map(({ name }) => name));
  const remove = existing.filter(
    (name) => !written.has(name) && (VERDICT.test(name) || name === STATE),
  );
  return { write, remove: [...remove].sort() };
}

function specOf({ context, panel }: RunView) {
  const { goal, fixer, protocol } = context.input;
  return {
    name: goal ?? protocol.id,
    worker: { agent: fixer ?? 'nobody' },
    reviewer: { agent: panel.map(({ id }) => id).join(', ') || 'nobody' },
    protocol,
  };
}

/** A line break in a message would be a branch of the tree that nobody wrote. */
function oneLined(record: RoundRecord): RoundRecord {
  const { consolidation } = record;
  return {
    ...record,
    consolidation: {
      ...consolidation,
      reasons: consolidation.reasons.map(sanitiseLine),
      findings: consolidation.findings.map((finding) => ({
        ...finding,
        message: sanitiseLine(finding.message),
        file: sanitiseLine(finding.file),
      })),
    },
  };
}

const reasons: Readonly<Record<string, PipelineState['reason']>> = {
  budget_time: 'timeout',
  budget_reviews: 'max_iterations',
  budget_attempts: 'max_iterations',
  hard_cap: 'max_iterations',
  aborted: 'user_request',
  abandoned: 'user_request',
};

function stateOf({ context, history, terminal }: RunView, at: string): PipelineState | null {
  if (terminal === null || terminal.outcome === 'converged') return null;
  const last = history.at(-1)?.consolidation;
  const attempt = context.attempts.at(-1);
  const { protocol, goal } = context.input;
  return PipelineState.parse({
    pipeline: goal ?? protocol.id,
    terminated_at: at,
    reason: reasons[terminal.reason] ?? 'stuck_detected',
    completed_iterations: history.length,
    last_verdict: last === undefined ? null : last.verdict === 'ACCEPT' ? 'PASS' : 'FAIL',
    remaining_issues: (last?.findings ?? []).map(({ severity, file, line, message }) => ({
      severity: protocol.severities.find(({ id }) => id === severity)?.label ?? severity,
      file,
      line,
      description: message,
    })),
    worker_last_output: attempt?.reason ?? attempt?.resultCommit ?? attempt?.outcome ?? '',
    // A run that has ended stays ended; what is left over begins with a new one.
    resumable: false,
  });
}
