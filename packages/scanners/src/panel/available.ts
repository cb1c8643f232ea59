import {
  type CheckSpec,
  fail,
  type Json,
  joinText,
  ok,
  type Result,
  type ScannerSpec,
} from '@magi/contracts';
import { findCheck } from '../builtin/find-check.ts';
import { builtinScanners } from '../builtin/registry.ts';
import type { Language } from '../change/language.ts';
import { canDecide, changedLanguages } from './can-decide.ts';
import type { PanelInput } from './choose-panel.ts';
import { kebab, type Library } from './library.ts';
import type { Persona } from './read-persona.ts';

/** A scanner that could be put on the panel. */
export interface Available {
  readonly spec: ScannerSpec;
  /** Path below `.magi/` under which routing files know it; null for agents and reports. */
  readonly persona: string | null;
}

export interface UnknownAgent {
  readonly kind: 'unknown-agent';
  readonly reviewer: string;
  readonly agent: string;
  readonly known: readonly string[];
}

/** All scanners there are: personas on the built-in engine, agents with a persona, reports. */
export function availableScanners(
  library: Library,
  input: PanelInput,
): Result<readonly Available[], UnknownAgent> {
  const languages = changedLanguages(input.candidate);
  const builtin = [...library.personas].map(([id, persona]) => ({
    spec: builtinSpec(id, persona, input, languages),
    persona: persona.source.startsWith('.magi/') ? persona.source.slice('.magi/'.length) : null,
  }));
  const agents: Available[] = [];
  for (const reviewer of input.config.reviewers ?? []) {
    const profile = input.config.agents?.[reviewer.agent];
    const persona = personaOf(library, reviewer.persona);
    if (profile === undefined || persona === null) {
      const known = Object.keys(input.config.agents ?? {}).sort();
      return fail({
        kind: 'unknown-agent',
        reviewer: reviewer.persona,
        agent: reviewer.agent,
        known,
      });
    }
    const id = reviewer.id ?? `${kebab(reviewer.agent) || 'agent'}-${persona.id}`;
    agents.push({
      spec: agentSpec(id, profile.kind, reviewer.agent, persona.persona, input),
      persona: null,
    });
  }
  const reports = (input.config.sarif ?? []).map((source): Available => {
    const checks = [...new Set(Object.values(source.checks))].sort();
    const spec: ScannerSpec = {
      ...baseSpec(source.id, source.id, 'sarif', input),
      checks: checks.map((id) => checkSpec(id, '', input, true)),
      timeoutMs: source.timeoutMs,
      options: { source: JSON.parse(JSON.stringify(source)) as Json },
    };
    return { spec, persona: null };
  });
  return ok([...builtin, ...agents, ...reports]);
}

function builtinSpec(
  id: string,
  persona: Persona,
  input: PanelInput,
  languages: ReadonlySet<Language>,
): ScannerSpec {
  const { role, checklist } = persona.definition;
  const failAt = builtinScanners.find((one) => one.id === id)?.failAt;
  return {
    ...baseSpec(id, role, 'builtin', input),
    checks: Object.entries(checklist).map(([check, statement]) => {
      const decidable = canDecide(findCheck(check), languages, input.config);
      return checkSpec(check, joinText(statement), input, decidable, failAt);
    }),
    persona: persona.source,
    personaDigest: persona.digest,
    options: { types: input.config.scanners?.types ?? 'auto' },
  };
}

function agentSpec(
  id: string,
  kind: 'command' | 'acp' | 'api',
  agent: string,
  persona: Persona,
  input: PanelInput,
): ScannerSpec {
  const { role, mandate, checklist } = persona.definition;
  return {
    ...baseSpec(id, role, kind, input),
    checks: Object.entries(checklist).map(([check, statement]) =>
      checkSpec(check, joinText(statement), input, true),
    ),
    persona: persona.source,
    personaDigest: persona.digest,
    options: { agent, mandate: joinText(mandate) },
  };
}

function baseSpec(
  id: string,
  role: string,
  kind: ScannerSpec['kind'],
  { config, protocol }: PanelInput,
): Omit<ScannerSpec, 'checks'> {
  const timeoutMs = config.scanners?.timeoutMs ?? protocol.panel.timeoutMs;
  return { id, role, kind, timeoutMs, retries: protocol.panel.fault.retries };
}

function checkSpec(
  id: string,
  statement: string,
  { config, protocol }: PanelInput,
  decidable: boolean,
  failAt = findCheck(id)?.failAt,
): CheckSpec {
  // A protocol that lets no advice pass has every check fail at advice.
  const strict = protocol.gate.max.info === 0 ? 'info' : 'warning';
  return { id, statement, failAt: config.scanners?.failAt?.[id] ?? failAt ?? strict, decidable };
}

/** A persona by scanner id, `shipped:<id>` or repository path. */
function personaOf(library: Library, name: string): { id: string; persona: Persona } | null {
  for (const [id, persona] of library.personas) {
    const names = [id, `shipped:${id}`, persona.source, persona.source.replace(/^\.magi\//, '')];
    if (names.includes(name.replace(/^\.\//, ''))) return { id, persona };
  }
  return null;
}
