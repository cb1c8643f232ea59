import type { Conflict } from '@magi/contracts';
import type { RunView } from '@magi/engine';
import type { ArtifactFile, Artifacts } from '../artifact-files.ts';
import { addConflict, resolveConflict } from './conflict-slot.ts';
import { checkerReturn } from './issue-block.ts';
import { producerReturn } from './producer-return.ts';

/**
 * Projects a run into the files of seed 001: `REVIEWS.md` with the conflict slot and every check so
 * far, `CHECK.md` with what the newest check returned, `REVISION.md` with the newest revision.
 */
export function reviseArtifacts(view: RunView): Artifacts {
  const { history } = view;
  const last = history.at(-1);
  const revised = history.findLast(({ attempt }) => attempt !== undefined);
  const write: ArtifactFile[] = [
    { name: 'REVIEWS.md', text: reviewsOf(view) },
    ...(last === undefined ? [] : [{ name: 'CHECK.md', text: checkOf(view) }]),
    ...(revised?.attempt === undefined
      ? []
      : [{ name: 'REVISION.md', text: producerReturn(revised, revised.attempt) }]),
  ];
  return { write, remove: [] };
}

const EMPTY = [
  '# Reviews',
  '',
  '<!-- gsd:plan-revision-conflicts:begin -->',
  '## Plan-Revision Conflicts',
  '<!-- gsd:plan-revision-conflicts:end -->',
  '',
].join('\n');

function reviewsOf(view: RunView): string {
  const checks = view.history.map(
    ({ round, consolidation }) => `\n# Check ${round}\n\n${checkerReturn(consolidation)}`,
  );
  return `${withConflicts(view)}${checks.join('')}`;
}

/** The slot is written before anything of a reviewer, so that no text can pass for a record. */
function withConflicts(view: RunView): string {
  const { attempts, openConflicts, resolutions, decisions, input } = view.context;
  const isOpen = (conflict: Conflict) => openConflicts.some((one) => isSame(one, conflict));
  const lastAnswer = decisions.at(-1);
  const label = input.protocol.decisions.conflict.options.find(
    ({ id }) => id === lastAnswer?.option,
  )?.label;
  const usual = lastAnswer?.answer ?? label ?? 'resolved';
  let text = EMPTY;
  for (const conflict of attempts.flatMap(({ conflicts }) => conflicts)) {
    const record = recordOf(conflict);
    const added = addConflict(text, record);
    if (!added.ok) continue;
    text = added.value;
    if (isOpen(conflict)) continue;
    const choice = resolutions.find((one) => isSame(one, conflict))?.resolution ?? usual;
    const closed = resolveConflict(text, record, choice);
    if (closed.ok) text = closed.value;
  }
  return text;
}

function recordOf({ key, requiredProperty, conflictsWith, alternatives }: Conflict) {
  return {
    id: `${key}/phase`,
    requiredProperty,
    conflictsWith,
    alternatives: alternatives.map(({ text }) => text).join('; ') || 'none named',
  };
}

function isSame(a: Conflict, b: Conflict): boolean {
  return a.key === b.key && a.requiredProperty === b.requiredProperty;
}

/** The summary line counts the newest check alone: history must not be counted again. */
function checkOf({ history }: RunView): string {
  const consolidation = history.at(-1)?.consolidation;
  if (consolidation === undefined) return '';
  const { findings } = consolidation;
  const count = (...wanted: readonly string[]): number =>
    findings.filter(({ severity }) => wanted.includes(severity)).length;
  const summary = `CYCLE_SUMMARY: current_high=${count('critical')} current_actionable=${count('critical', 'warning')}`;
  return `${checkerReturn(consolidation)}\n${summary}\n`;
}
