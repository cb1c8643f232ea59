import type { Candidate } from '@magi/contracts';
import picomatch from 'picomatch';
import { builtinScanners } from '../builtin/registry.ts';
import type { Available } from './available.ts';
import type { PanelInput } from './choose-panel.ts';
import type { Occasion, RoutingRule } from './routing-file.ts';

/** Whether a scanner is on the panel, and what decided it. */
export interface RoutingDecision {
  readonly scanner: string;
  readonly included: boolean;
  readonly source: 'flag' | 'configuration' | 'protocol' | 'routing' | 'default';
  /** One sentence for people. */
  readonly because: string;
  /** Bullet that decided, when one did. */
  readonly rule?: { readonly file: string; readonly line: number };
  /** Changed files that a pattern matched, first ones only. */
  readonly files?: readonly string[];
}

/** What is known of a change when its reviewers are chosen. */
export interface RouteInput extends PanelInput {
  /** Whether it moved code more than it wrote any. */
  readonly movesCode: boolean;
}

type Verdict = Omit<RoutingDecision, 'scanner'>;

/**
 * Decides for every available scanner.
 *
 * In this order: names asked for, names switched off, names switched on, the list of a protocol
 * that selects all, the routing bullet of the persona, and what the scanner does by itself.
 */
export function route(
  available: readonly Available[],
  rules: readonly RoutingRule[],
  input: RouteInput,
): RoutingDecision[] {
  const decisions = available.map((one) => ({
    scanner: one.spec.id,
    ...decide(one, rules, input),
  }));
  const asked = input.scanners;
  if (asked === undefined) return decisions;
  const rank = (id: string) => (asked.includes(id) ? asked.indexOf(id) : asked.length);
  return decisions.sort((a, b) => rank(a.scanner) - rank(b.scanner));
}

function decide(one: Available, rules: readonly RoutingRule[], input: RouteInput): Verdict {
  const { id } = one.spec;
  const { enable = [], disable = [] } = input.config.scanners ?? {};
  const { panel } = input.protocol;
  if (input.scanners !== undefined) {
    return input.scanners.includes(id)
      ? yes('flag', 'asked for by name')
      : no('flag', 'others were asked for by name');
  }
  if (disable.includes(id)) return no('configuration', 'switched off in the configuration');
  if (enable.includes(id)) return yes('configuration', 'switched on in the configuration');
  if (one.spec.kind !== 'builtin') return yes('configuration', 'declared in the configuration');
  // A protocol that names nobody leaves the choice to routing.
  if (panel.select === 'all' && panel.scanners.length > 0) {
    return panel.scanners.includes(id)
      ? yes('protocol', `the protocol ${input.protocol.id} has it on its panel`)
      : no('protocol', `the protocol ${input.protocol.id} has a panel of its own`);
  }
  const rule = rules.find(
    (each) => each.persona === one.persona || each.persona === `personas/${id}.json`,
  );
  return rule === undefined ? byItself(one, input) : byRule(rule, input);
}

function byRule(rule: RoutingRule, input: RouteInput): Verdict {
  const place = { rule: { file: rule.file, line: rule.line } };
  if (rule.when.includes('never'))
    return { ...no('routing', 'its routing bullet says never'), ...place };
  const files = rule.files.length > 0 ? matching(rule.files, input.candidate) : [];
  if (files.length > 0) {
    const because = `${files[0]} matches its routing bullet`;
    return { ...yes('routing', because), ...place, files: files.slice(0, 10) };
  }
  const told = rule.when.map((when) => occasionFor(when, input)).find((one) => one !== null);
  if (told !== undefined && told !== null) return { ...yes('routing', told), ...place };
  const isOpen = rule.files.length === 0 && rule.when.length === 0;
  if (isOpen) return { ...yes('routing', 'its routing bullet has no condition'), ...place };
  return { ...no('routing', 'no condition of its routing bullet is met'), ...place };
}

function byItself(one: Available, input: RouteInput): Verdict {
  const { protocol } = input;
  const shipped = builtinScanners.find((scanner) => scanner.id === one.spec.id);
  if (shipped === undefined) return yes('default', 'a persona of the repository');
  const offered = protocol.panel.scanners;
  if (shipped.when === 'by-protocol') {
    return offered.includes(shipped.id)
      ? yes('protocol', `the protocol ${protocol.id} offers it`)
      : no('protocol', `not offered by the protocol ${protocol.id}`);
  }
  if (shipped.when === 'always' && offered.length > 0 && !offered.includes(shipped.id)) {
    return no('protocol', `not offered by the protocol ${protocol.id}`);
  }
  const told = occasionFor(shipped.when, input);
  return told === null ? no('default', reasonToStayOut(shipped.when)) : yes('default', told);
}

function reasonToStayOut(when: Occasion): string {
  return when === 'mostly-moves'
    ? 'joins when asked for, or when a change mostly moves code'
    : 'joins only when asked for by name';
}

const restructuring = /\b(?:refactor|restructur|renam|extract|mov(?:e|es|ed|ing)\b|split)/i;

/** Why an occasion has come, or null. Nobody joins by himself who wants to be asked. */
function occasionFor(when: Occasion, { candidate, movesCode }: RouteInput): string | null {
  switch (when) {
    case 'always':
      return 'reviews every change';
    case 'mostly-moves':
      if (restructuring.test(candidate.goal ?? '')) return 'the goal asks for a restructuring';
      return movesCode ? 'the change mostly moves code' : null;
    case 'asked':
    case 'never':
      return null;
  }
}

function matching(globs: readonly string[], candidate: Candidate): readonly string[] {
  const matches = picomatch([...globs], { dot: true });
  return candidate.files
    .filter((file) => matches(file.path) || (file.oldPath !== undefined && matches(file.oldPath)))
    .map((file) => file.path);
}

function yes(source: RoutingDecision['source'], because: string): Verdict {
  return { included: true, source, because };
}

function no(source: RoutingDecision['source'], because: string): Verdict {
  return { included: false, source, because };
}
