import { sha256 } from '@magi/consolidation';
import { fail, ok, type PersonaDef, type Result } from '@magi/contracts';
import { formatPersona, personaFaults } from '../personas/persona-faults.ts';
import { ownerOf, personaFiles, sharedChecks, withoutCheck } from '../personas/persona-files.ts';
import { addRoute } from '../personas/routing-text.ts';
import { splitPersona } from '../personas/split-persona.ts';
import { isGeneral } from '../proposals/generalise.ts';
import type { ChecklistEdit, Proposal } from '../proposals/proposal.ts';
import { setFailAt } from './set-fail-at.ts';

/** What an upgrade does to one file; null stands for "is not there". */
export interface FileChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The files an upgrade works on: below `.magi/`, and the project's configuration. */
export interface ChecklistFiles {
  readonly files: ReadonlyMap<string, string>;
  /** Shipped personas by scanner id, for a checklist the repository has no file of yet. */
  readonly shipped: ReadonlyMap<string, PersonaDef>;
}

export type UpgradeFailure =
  | { readonly kind: 'flag-only'; readonly message: string }
  | { readonly kind: 'unknown-check'; readonly message: string }
  | { readonly kind: 'unknown-persona'; readonly message: string }
  | { readonly kind: 'duplicate-check'; readonly message: string }
  | { readonly kind: 'not-general'; readonly message: string }
  | { readonly kind: 'broken-persona'; readonly message: string }
  | { readonly kind: 'unsupported-config'; readonly message: string };

type Edited = Result<ReadonlyMap<string, string>, UpgradeFailure>;

/**
 * Works out what an approved proposal does to the files, without touching any.
 *
 * The result is validated as a whole: every changed persona keeps the static rules, check ids are
 * unique, statements name nothing of a single run, and a list that grew over ten checks is split.
 * An evidence file with the proposal and the digest of what it replaces goes along.
 */
export function planUpgrade(
  { files, shipped }: ChecklistFiles,
  proposal: Proposal,
): Result<readonly FileChange[], UpgradeFailure> {
  const edited = editFiles(withShipped(files, shipped, proposal.edit), proposal.edit);
  if (!edited.ok) return edited;
  const split = splitLongLists(edited.value);
  const fault = firstFault(files, split);
  if (fault) return fail(fault);
  const changes = changesBetween(files, split);
  const evidence = evidenceOf(proposal, changes);
  return ok([
    ...changes,
    {
      path: `.magi/training/${proposal.id}.json`,
      before: files.get(`.magi/training/${proposal.id}.json`) ?? null,
      after: evidence,
    },
  ]);
}

/** Puts a shipped persona among the files when the edit concerns a check only it has. */
function withShipped(
  files: ReadonlyMap<string, string>,
  shipped: ReadonlyMap<string, PersonaDef>,
  edit: ChecklistEdit,
): ReadonlyMap<string, string> {
  const personas = personaFiles(files);
  const isWanted = (id: string, persona: PersonaDef): boolean =>
    edit.kind === 'promote'
      ? id === edit.scanner && !hasRole(personas.values(), persona.role)
      : edit.kind !== 'split' && edit.check in persona.checklist && !ownerOf(personas, edit.check);
  const found = [...shipped].find(([id, persona]) => isWanted(id, persona));
  if (!found) return files;
  const [id, persona] = found;
  return new Map([...files, [`.magi/personas/core/${id}.json`, formatPersona(persona)]]);
}

function hasRole(personas: Iterable<PersonaDef>, role: string): boolean {
  return [...personas].some((persona) => persona.role === role);
}

function editFiles(files: ReadonlyMap<string, string>, edit: ChecklistEdit): Edited {
  switch (edit.kind) {
    case 'reword':
      return fail({ kind: 'flag-only', message: `only a person can reword ${edit.check}` });
    case 'split':
      return files.has(edit.persona) ? ok(files) : noPersona(edit.persona);
    case 'demote':
      return setFailAt(files, edit.check, edit.failAt);
    case 'retire':
      return change(files, edit.check, (persona) => withoutCheck(persona, edit.check));
    case 're_route':
      return reRoute(files, edit);
    case 'promote':
      return promote(files, edit);
  }
}

function change(
  files: ReadonlyMap<string, string>,
  check: string,
  edit: (persona: PersonaDef) => PersonaDef,
): Edited {
  const personas = personaFiles(files);
  const path = ownerOf(personas, check);
  const persona = path === undefined ? undefined : personas.get(path);
  if (path === undefined || persona === undefined)
    return fail({ kind: 'unknown-check', message: `no persona has the check ${check}` });
  return ok(new Map([...files, [path, formatPersona(edit(persona))]]));
}

function reRoute(
  files: ReadonlyMap<string, string>,
  edit: Extract<ChecklistEdit, { kind: 're_route' }>,
): Edited {
  const personas = personaFiles(files);
  const path = ownerOf(personas, edit.check);
  const persona = path === undefined ? undefined : personas.get(path);
  if (path === undefined || persona === undefined)
    return fail({ kind: 'unknown-check', message: `no persona has the check ${edit.check}` });
  const topic = edit.onlyFor
    .replace(/[^a-z0-9]+/gi, ' ')
    .trim()
    .replaceAll(' ', '-')
    .toLowerCase();
  const childPath = `${path.slice(0, -'.json'.length)}/${topic}.json`;
  const existing = personas.get(childPath);
  const child: PersonaDef = {
    ...persona,
    role: `${persona.role} (${topic})`,
    checklist: { ...existing?.checklist, [edit.check]: persona.checklist[edit.check] ?? '' },
  };
  const routing = addRoute(files.get('.magi/ROUTING.md') ?? null, {
    role: child.role,
    persona: inMagi(childPath),
    about: `Asked only where it has been useful.`,
    files: edit.onlyFor,
  });
  return ok(
    new Map([
      ...files,
      [path, formatPersona(withoutCheck(persona, edit.check))],
      [childPath, formatPersona(child)],
      ['.magi/ROUTING.md', routing],
    ]),
  );
}

function promote(
  files: ReadonlyMap<string, string>,
  edit: Extract<ChecklistEdit, { kind: 'promote' }>,
): Edited {
  if (!isGeneral(edit.statement))
    return fail({
      kind: 'not-general',
      message: `the statement of ${edit.check} names something of a single run`,
    });
  const personas = personaFiles(files);
  if (ownerOf(personas, edit.check))
    return fail({ kind: 'duplicate-check', message: `there is a check ${edit.check} already` });
  const path = [...personas.keys()].find((key) => key.endsWith(`/${edit.scanner}.json`));
  const persona = path === undefined ? undefined : personas.get(path);
  if (path === undefined || persona === undefined) return noPersona(edit.scanner);
  const checklist = { ...persona.checklist, [edit.check]: edit.statement };
  return ok(new Map([...files, [path, formatPersona({ ...persona, checklist })]]));
}

function splitLongLists(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const result = new Map(files);
  for (const [path, persona] of personaFiles(files)) {
    const split = splitPersona(path, persona);
    if (!split) continue;
    result.set(path, formatPersona(split.parent));
    result.set(split.childPath, formatPersona(split.child));
    const routing = addRoute(result.get('.magi/ROUTING.md') ?? null, {
      role: split.child.role,
      persona: inMagi(split.childPath),
      about: `Checks that ${persona.role} had before its list was split.`,
    });
    result.set('.magi/ROUTING.md', routing);
  }
  return result;
}

function firstFault(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): UpgradeFailure | null {
  for (const { path, after: text } of changesBetween(before, after)) {
    if (text === null || !/personas\/.+\.json$/.test(path)) continue;
    const [fault] = personaFaults(path, text);
    if (fault) return { kind: 'broken-persona', message: `${path}: ${fault}` };
  }
  const shared = new Set(sharedChecks(personaFiles(before)));
  const added = sharedChecks(personaFiles(after)).find((id) => !shared.has(id));
  return added === undefined
    ? null
    : { kind: 'duplicate-check', message: `two personas would have the check ${added}` };
}

function changesBetween(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly FileChange[] {
  return [...after]
    .filter(([path, text]) => before.get(path) !== text)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, text]) => ({ path, before: before.get(path) ?? null, after: text }));
}

function evidenceOf(proposal: Proposal, changes: readonly FileChange[]): string {
  const parents = Object.fromEntries(
    changes.map(({ path, before }) => [path, before === null ? null : sha256(before)]),
  );
  return `${JSON.stringify({ schemaVersion: 1, proposal, parents }, null, 2)}\n`;
}

function inMagi(path: string): string {
  return path.replace(/^\.magi\//, '');
}

function noPersona(name: string): Edited {
  return fail({ kind: 'unknown-persona', message: `no persona ${name} is known` });
}
