import type { LogFact } from '../../facts/outline/logs.ts';
import type { BuiltinCheck, FileHit } from '../check.ts';
import { hasBase, minus, type Side, sideOf, sidesOf } from '../sides.ts';

const levels = ['trace', 'debug', 'log', 'info', 'warn', 'warning', 'error', 'fatal'];

/** No surviving function reports less, or at a lower level. */
export const observabilityPreserved: BuiltinCheck = {
  id: 'observability_preserved',
  comparesSides: true,
  about: (source) => hasBase(source) && !source.isTest,
  change: (change) => {
    const everywhere = sidesOf(change, 'head').flatMap(({ outline }) => outline.logs);
    const hits = sidesOf(change, 'base')
      .filter(({ source }) => !source.isTest)
      .flatMap((base) => {
        const head = sideOf(change, base.source, 'head');
        return head === null
          ? []
          : [...lostHits(base, head, everywhere), ...loweredHits(base, head)];
      });
    return { hits };
  },
};

function lostHits(base: Side, head: Side, everywhere: readonly LogFact[]): FileHit[] {
  const lost = minus(base.outline.logs, head.outline.logs, keyOf);
  const gained = minus(head.outline.logs, base.outline.logs, keyOf);
  const survives = new Set(head.outline.functions.map((fact) => fact.name));
  return lost
    .filter((log) => log.function === '' || survives.has(log.function))
    .filter((log) => !gained.some((one) => one.function === log.function))
    .filter(
      (log) => !everywhere.some((one) => one.template === log.template && one.template !== ''),
    )
    .map((log) => ({
      rule: 'log-lost',
      severity: 'warning' as const,
      file: base.path,
      side: 'base' as const,
      line: log.line,
      endLine: log.line,
      message: `${log.function || 'The module'} no longer calls ${log.callee}(${log.template.slice(0, 60)}).`,
      suggestion: 'Keep the call, or say who watches for it no longer.',
      diffLevel: true,
    }));
}

function loweredHits(base: Side, head: Side): FileHit[] {
  return base.outline.logs.flatMap((before) => {
    const after = head.outline.logs.find(
      (one) =>
        one.function === before.function && one.template === before.template && one.template !== '',
    );
    if (after === undefined || rank(after) < 0 || rank(after) >= rank(before)) return [];
    return [
      {
        rule: 'log-level-lowered',
        severity: 'warning' as const,
        file: head.path,
        line: after.line,
        endLine: after.line,
        message: `The level went from ${before.level} to ${after.level}.`,
        suggestion: 'Keep the level, or say why nobody needs to see it.',
        diffLevel: true,
      },
    ];
  });
}

function rank({ level }: LogFact): number {
  return levels.indexOf(level);
}

function keyOf(log: LogFact): string {
  return `${log.function}\0${log.callee}\0${log.template}`;
}
