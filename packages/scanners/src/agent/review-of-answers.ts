import { addCosts, type Evidence, showHidden } from '@magi/agents';
import { isAtLeast, type Review, type ScanInput } from '@magi/contracts';
import { checkAnswers } from './check-answers.ts';
import { coverageOfGroups } from './coverage-of-groups.ts';
import type { GroupAnswer } from './group-answer.ts';
import { type FindingPlaces, placeFinding } from './place-finding.ts';
import { type SampledFinding, sampledFindings } from './sampled-findings.ts';

/**
 * Makes one review of all answers. Counts, values and the claimed verdict are recomputed from the
 * findings; where the agent said otherwise, that is a fault.
 */
export async function reviewOfAnswers(
  input: ScanInput,
  answers: readonly GroupAnswer[],
  places: FindingPlaces,
): Promise<Review> {
  const placed = await placeAll(answers, places);
  const sampled = sampledFindings(placed.found);
  const findings = sampled.map(({ finding }) => finding);
  const checked = checkAnswers(input.scanner.checks, answers, findings);
  const samples = Math.max(0, ...answers.map(({ sample }) => sample));
  const claimed = claimedVerdict(answers);
  const evidence = answers.map(({ answer }) => answer.evidence);
  const faults = [
    ...placed.faults,
    ...checked.faults,
    ...countFaults(answers),
    ...evidence.flatMap(refusedFaults),
  ];
  return {
    scanner: input.scanner.id,
    role: input.scanner.role,
    tree: input.candidate.head.tree,
    ...statusOf(answers, placed.faults.length),
    assertions: [...checked.assertions],
    findings,
    coverage: [...coverageOfGroups(input.candidate.files, answers)],
    ...(claimed !== null && { claimedVerdict: claimed }),
    ...(faults.length > 0 && { faults: [...new Set(faults)] }),
    notes: notesOf(evidence, samples > 1 ? sampled : [], samples),
    cost: addCosts(...answers.map(({ answer }) => answer.cost)),
    tools: toolsOf(evidence),
  };
}

async function placeAll(answers: readonly GroupAnswer[], places: FindingPlaces) {
  const faults: string[] = [];
  const found: { finding: Review['findings'][number]; sample: number }[] = [];
  for (const { answer, sample } of answers) {
    if (answer.status !== 'ok') continue;
    for (const answered of answer.data.findings) {
      const placed = await placeFinding(answered, places);
      if ('fault' in placed) faults.push(showHidden(placed.fault));
      else found.push({ finding: placed.finding, sample });
    }
  }
  return { faults, found };
}

function statusOf(
  answers: readonly GroupAnswer[],
  lost: number,
): Pick<Review, 'status' | 'reason'> {
  const open = answers.flatMap(({ answer }) => (answer.status === 'ok' ? [] : [answer]));
  const [first] = open;
  if (!first)
    return lost === 0
      ? { status: 'completed' }
      : { status: 'incomplete', reason: `${lost} finding(s) could not be placed in the tree` };
  const broken = open.length === answers.length && open.every(({ status }) => status === 'failed');
  return {
    status: broken ? 'failed' : 'incomplete',
    reason: `${first.code}: ${first.reason} (${open.length} of ${answers.length} calls unanswered)`,
  };
}

function claimedVerdict(answers: readonly GroupAnswer[]): 'ACCEPT' | 'REJECT' | null {
  const claims = answers.flatMap(({ answer }) =>
    answer.status === 'ok' && answer.data.verdict !== null ? [answer.data.verdict] : [],
  );
  if (claims.includes('REJECT')) return 'REJECT';
  return claims.length > 0 ? 'ACCEPT' : null;
}

function countFaults(answers: readonly GroupAnswer[]): readonly string[] {
  return answers.flatMap(({ answer }) => {
    if (answer.status !== 'ok') return [];
    const { findings, findings_count: count, verdict } = answer.data;
    const gating = findings.some(({ severity }) => isAtLeast(severity, 'warning'));
    return [
      ...(count !== null && count !== findings.length
        ? [`claimed ${count} finding(s) and reported ${findings.length}`]
        : []),
      ...(verdict === 'ACCEPT' && gating ? ['claimed ACCEPT beside its own findings'] : []),
    ];
  });
}

function refusedFaults({ refused }: Evidence): readonly string[] {
  return refused
    .filter(({ kind }) => kind !== 'read' && kind !== 'search')
    .map(({ kind, title, paths }) => {
      const where = paths.length > 0 ? ` on ${paths.join(', ')}` : '';
      return showHidden(`tried to ${kind} (${title}${where}) and was refused`).slice(0, 300);
    });
}

function notesOf(
  evidence: readonly Evidence[],
  sampled: readonly SampledFinding[],
  samples: number,
): string[] {
  const [first] = evidence;
  if (!first) return ['nothing to review: every changed file is excluded'];
  const cached = evidence.filter((one) => one.cached).length;
  return [
    `sandbox: ${first.sandbox.state} (${first.sandbox.note}); home: ${first.home}`,
    ...(cached > 0 ? [`${cached} of ${evidence.length} answers came from the cache`] : []),
    ...sampled.map(
      ({ finding, samples: voices }) =>
        `${finding.file}:${finding.line} ${finding.rule}: found in ${voices.size} of ${samples} samples`,
    ),
  ];
}

function toolsOf(evidence: readonly Evidence[]): Record<string, string> {
  return Object.fromEntries(
    evidence.map(({ agent, agentVersion, model }) => [
      agent,
      [agentVersion ?? 'unknown version', ...(model === undefined ? [] : [model])].join(', '),
    ]),
  );
}
