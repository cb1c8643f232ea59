import {
  type Candidate,
  fail,
  type MagiConfig,
  ok,
  type Protocol,
  type Result,
  type ScannerSpec,
} from '@magi/contracts';
import { type Available, availableScanners, type UnknownAgent } from './available.ts';
import { configHashOf } from './config-hash.ts';
import { readLibrary } from './library.ts';
import { isMostlyMoves, type ReadChanged } from './mostly-moves.ts';
import type { BrokenPersona } from './read-persona.ts';
import { type RoutingDecision, route } from './route.ts';

export type { RoutingDecision } from './route.ts';

export interface PanelInput {
  readonly candidate: Candidate;
  /** Bytes of a path of the revision that configuration is taken from, or null. */
  readonly readBase: (path: string) => Promise<Uint8Array | null>;
  readonly listBase: () => Promise<readonly string[]>;
  /** Reads the changed files themselves, where who joins depends on what became of them. */
  readonly readChanged: ReadChanged;
  readonly config: MagiConfig;
  readonly protocol: Protocol;
  /** Ids asked for by name; nobody else joins then. */
  readonly scanners?: readonly string[];
}

export interface PanelOutput {
  readonly panel: ScannerSpec[];
  /** Digest of configuration, protocol, personas and routing. */
  readonly configHash: string;
  /** One decision per known scanner, those left out too. */
  readonly routing: RoutingDecision[];
}

export type PanelFailure =
  | BrokenPersona
  | UnknownAgent
  | { readonly kind: 'unknown-scanner'; readonly id: string; readonly known: readonly string[] }
  | { readonly kind: 'duplicate-scanner'; readonly id: string }
  | { readonly kind: 'empty-panel'; readonly reason: string };

/**
 * Chooses who reviews a candidate, and why.
 *
 * Personas are the shipped ones and those of `.magi/personas/**`, which replace a shipped one of
 * the same role. Ids asked for by name win over everything; else the protocol's own list, the
 * routing files and the configuration decide.
 *
 * @returns fails with the first broken persona, unknown name or agent, an id that two scanners have
 * (one of them would be lost), or an empty panel
 */
export async function choosePanel(input: PanelInput): Promise<Result<PanelOutput, PanelFailure>> {
  const library = await readLibrary(input.readBase, input.listBase);
  if (!library.ok) return library;
  const available = availableScanners(library.value, input);
  if (!available.ok) return available;
  const ids = available.value.map(({ spec }) => spec.id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) return fail({ kind: 'duplicate-scanner', id: twice });
  const unknown = firstUnknown(input, available.value);
  if (unknown !== null) return fail(unknown);
  const movesCode = await isMostlyMoves(input.candidate, input.readChanged);
  const routing = route(available.value, library.value.routing, { ...input, movesCode });
  const chosen = routing.filter((decision) => decision.included);
  if (chosen.length === 0) {
    return fail({ kind: 'empty-panel', reason: 'every scanner is switched off or left out' });
  }
  const panel = chosen.flatMap(({ scanner, because }) => {
    const spec = available.value.find((one) => one.spec.id === scanner)?.spec;
    return spec === undefined ? [] : [{ ...spec, because }];
  });
  return ok({ panel, configHash: configHashOf(input, library.value), routing });
}

/** A name that the flag, the configuration or a closed protocol uses and nobody answers to. */
function firstUnknown(input: PanelInput, available: readonly Available[]): PanelFailure | null {
  const known = available.map((one) => one.spec.id);
  const { enable = [], disable = [] } = input.config.scanners ?? {};
  const named = [
    ...(input.scanners ?? []),
    ...enable,
    ...disable,
    ...input.protocol.panel.scanners,
  ];
  const id = named.find((one) => !known.includes(one));
  if (id === undefined) return null;
  return { kind: 'unknown-scanner', id, known: [...known].sort() };
}
