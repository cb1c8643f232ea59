import { joinText, type Severity } from '@magi/contracts';
import { findCheck } from './find-check.ts';
import { builtinScanners } from './registry.ts';

export interface CheckDescription {
  readonly id: string;
  readonly statement: string;
  readonly failAt: Severity;
  /** False when only a model or an imported report can decide it. */
  readonly decidable: boolean;
  /** Kinds of evidence: `taint`, `syntax`, `text`, `lint`, `types`, `both sides`, `python`, `patterns`. */
  readonly evidence: readonly string[];
}

export interface ScannerDescription {
  readonly id: string;
  readonly role: string;
  readonly mandate: string;
  /** When it joins a panel by itself. */
  readonly when: string;
  readonly checks: readonly CheckDescription[];
}

/** Ids of all shipped scanners, in the order of the registry. */
export function builtinScannerIds(): readonly string[] {
  return builtinScanners.map((scanner) => scanner.id);
}

/** What a shipped scanner is and decides, or null when there is none of that id. */
export function describeScanner(id: string): ScannerDescription | null {
  const scanner = builtinScanners.find((one) => one.id === id);
  if (scanner === undefined) return null;
  const { role, mandate, checklist } = scanner.persona;
  return {
    id,
    role,
    mandate: joinText(mandate),
    when: scanner.when,
    checks: Object.entries(checklist).map(([check, statement]) => ({
      id: check,
      statement: joinText(statement),
      failAt: findCheck(check)?.failAt ?? scanner.failAt ?? 'warning',
      decidable: findCheck(check) !== undefined,
      evidence: evidenceOf(check),
    })),
  };
}

function evidenceOf(id: string): readonly string[] {
  const check = findCheck(id);
  if (check === undefined) return [];
  const kinds = [
    ['taint', check.taint],
    ['syntax', check.script],
    ['text', check.text],
    ['lint', check.lint],
    ['types', check.typed],
    ['python', check.python],
    ['patterns', check.patterns],
    ['both sides', check.change],
  ] as const;
  return kinds.flatMap(([name, part]) => (part === undefined ? [] : [name]));
}
