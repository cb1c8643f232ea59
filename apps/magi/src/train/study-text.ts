import { sanitiseLine } from '@magi/contracts';
import { evidenceBar, type Proportion, type Proposal, type Scorecard } from '@magi/trainer';
import { table } from '../text/table.ts';

/** Scorecards as a table; a proportion below its evidence bar is shown without a conclusion. */
export function scorecardTable(cards: readonly Scorecard[]): string {
  if (cards.length === 0) return 'No run has evaluated a check yet.\n';
  const head = ['check', 'n', 'failure rate', 'useful', 'flips', 'disagree', 'ms per true finding'];
  const rows = cards.map((card) => [
    sanitiseLine(card.check),
    String(card.n),
    share(card.failureRate),
    share(card.usefulness),
    share(card.flipRate),
    share(card.disagreement),
    card.costPerTrueFinding === null ? '–' : card.costPerTrueFinding.ms.toFixed(0),
  ]);
  return `${table([head, ...rows])}\nShares with their 95 % interval and n; nothing is concluded from fewer than ${evidenceBar.judged}.\n`;
}

/** Proposals for people: what, why, on what evidence, and what newer runs would have become. */
export function proposalText(proposals: readonly Proposal[], run: string): string {
  if (proposals.length === 0) return 'Nothing reaches the bar of evidence: no proposal.\n';
  return proposals
    .map((proposal) => {
      const { id, because, evidence, cautions, counterfactual: what } = proposal;
      const changed = `${what.changed} of ${what.runs} newer runs would have ended otherwise: ${what.better} better, ${what.worse} worse, ${what.undecided} undecided (McNemar p = ${what.p.toFixed(3)})`;
      const lines = [
        sanitiseLine(id),
        `  ${sanitiseLine(because)}`,
        `  evidence: ${evidence.measure}${evidence.proportion ? ` ${share(evidence.proportion)}` : ''}; bar: ${evidence.bar}; ${evidence.runs.length} runs`,
        `  ${changed}`,
        ...(what.unknownRounds > 0
          ? [`  unknown: ${what.unknownRounds} rounds after the first difference`]
          : []),
        ...what.unknown.map((text) => `  unknown: ${text}`),
        ...cautions.map((text) => `  caution: ${text}`),
        ...(proposal.edit.kind === 'reword' ? [] : [`  approve with: magi train --apply ${id}`]),
      ];
      return lines.join('\n');
    })
    .join('\n\n')
    .concat(`\n\nLogged as run ${run}.\n`);
}

function share({ estimate, low, high, n }: Proportion): string {
  if (estimate === null) return '–';
  const percent = (value: number): string => `${Math.round(value * 100)}`;
  return `${percent(estimate)} % [${percent(low)}–${percent(high)}] n=${n}`;
}
