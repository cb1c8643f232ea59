import type { Finding, RoundRecord } from '@magi/contracts';
import type { RunView } from '@magi/engine';
import type { PipelineSpec } from './import-spec.ts';

type Shown = Pick<PipelineSpec, 'name' | 'worker' | 'reviewer' | 'protocol'>;

/** What is shown before a pipeline begins: when it will stop. */
export function stoppingCriteria({ protocol }: Shown): readonly string[] {
  const { reviews, hardCap } = protocol.budget;
  const gate = protocol.gate.preset ?? 'all_pass';
  return [
    '[Worker-Reviewer Pipeline]',
    `├── Max iterations: ${reviews} (default: 3, hard cap: ${hardCap})`,
    `├── Quality gate: ${protocol.gate.expression ?? gate} required`,
    '└── Early stop: All reviewers approve → stop immediately',
  ];
}

/** The course of a pipeline so far, a line a step. */
export function pipelineLines(spec: Shown, view: RunView): readonly string[] {
  const { attempts, terminal } = view.context;
  const max = spec.protocol.budget.reviews ?? 3;
  const lines = [
    `[Pipeline] ${spec.name} — Worker: ${spec.worker.agent}, Reviewer: ${spec.reviewer.agent}`,
  ];
  const turns = Math.max(attempts.length, view.history.length);
  for (let turn = 1; turn <= turns; turn += 1) {
    const at = `[Iteration ${turn}/${max}]`;
    if (turn <= attempts.length) {
      lines.push(`${at} Worker ${turn === 1 ? 'implementing' : 'fixing issues'}...`);
    }
    const record = view.history[turn - 1];
    if (!record) continue;
    lines.push(`${at} Reviewer ${turn === 1 ? 'reviewing' : 're-reviewing'}...`);
    lines.push(`[Review] ${statusOf(record)} — ${issues(record, spec)}`);
  }
  if (terminal?.outcome === 'converged') {
    lines.push(`[Pipeline Complete] ${view.history.length} iterations, quality gate passed`);
  } else if (terminal) {
    lines.push(`[Pipeline Stopped] ${terminal.message} ${terminal.nextStep}`);
  }
  return lines;
}

/** One round as the tree that reviewers of a pipeline write. */
export function verdictTree(spec: Shown, record: RoundRecord): readonly string[] {
  const found = counted(record);
  const max = spec.protocol.budget.reviews ?? 3;
  return [
    '[Review Verdict]',
    `├── Status: ${statusOf(record)}`,
    `├── Iteration: ${record.round}/${max}`,
    `├── Issues Found: ${found.length}`,
    ...found.map((finding, index) => {
      const branch = index === found.length - 1 ? '└' : '├';
      return `│   ${branch}── [${label(finding, spec)}] ${finding.message} — ${finding.file}:${finding.line}`;
    }),
    `└── Summary: ${record.consolidation.reasons[0] ?? ''}`,
  ];
}

function statusOf({ consolidation }: RoundRecord): 'PASS' | 'FAIL' {
  return consolidation.verdict === 'ACCEPT' ? 'PASS' : 'FAIL';
}

function counted({ consolidation }: RoundRecord): readonly Finding[] {
  return consolidation.findings;
}

function issues(record: RoundRecord, spec: Shown): string {
  const found = counted(record);
  const parts = spec.protocol.severities.flatMap(({ id, label: name }) => {
    const count = found.filter(({ severity }) => severity === id).length;
    return count === 0 ? [] : [`${count} ${name}`];
  });
  const total = `${found.length} ${found.length === 1 ? 'issue' : 'issues'}`;
  return parts.length === 0 ? total : `${total} (${parts.join(', ')})`;
}

function label({ severity }: Finding, { protocol }: Shown): string {
  return protocol.severities.find(({ id }) => id === severity)?.label ?? severity;
}
