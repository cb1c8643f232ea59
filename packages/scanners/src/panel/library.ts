import { ok, type Result } from '@magi/contracts';
import { builtinScanners } from '../builtin/registry.ts';
import { type BrokenPersona, digestOf, type Persona, readPersona } from './read-persona.ts';
import { overlayRouting, parseRouting, type RoutingRule } from './routing-file.ts';

/** Personas and routing of a repository, together with the shipped ones. */
export interface Library {
  /** By scanner id, in the order in which they were found; the shipped ones first. */
  readonly personas: ReadonlyMap<string, Persona>;
  readonly routing: readonly RoutingRule[];
}

const folder = '.magi/personas/';
const routingFile = '.magi/ROUTING.md';
const overlayFile = '.magi/ROUTING.overlay.md';
const projectFiles = ['project.magi.json', '.magi/project.magi.json'];

/** Reads `.magi/personas/**`, `.magi/ROUTING.md` and the overlay of one revision. */
export async function readLibrary(
  read: (path: string) => Promise<Uint8Array | null>,
  list: () => Promise<readonly string[]>,
): Promise<Result<Library, BrokenPersona>> {
  const personas = new Map<string, Persona>(shippedPersonas());
  const paths = (await list()).filter((path) => path.startsWith(folder) && path.endsWith('.json'));
  for (const path of paths) {
    const bytes = await read(path);
    if (bytes === null) continue;
    const persona = readPersona(path, bytes);
    if (!persona.ok) return persona;
    personas.set(scannerIdOf(persona.value, path), persona.value);
  }
  return ok({ personas, routing: await readRouting(read) });
}

function shippedPersonas(): [string, Persona][] {
  return builtinScanners.map(({ id, persona }) => {
    const digest = digestOf(JSON.stringify(persona));
    return [id, { source: `shipped:${id}`, definition: persona, digest }];
  });
}

/**
 * Id of the scanner that a persona file makes.
 *
 * A role that a shipped scanner has gives its id, so that the file replaces the shipped persona;
 * else the file name does, in kebab case.
 */
function scannerIdOf(persona: Persona, path: string): string {
  const role = roleKey(persona.definition.role);
  const shipped = builtinScanners.find((one) => roleKey(one.persona.role) === role);
  if (shipped !== undefined) return shipped.id;
  const name = path.slice(path.lastIndexOf('/') + 1, -'.json'.length);
  return kebab(name) || 'persona';
}

function roleKey(role: string): string {
  return kebab(role).replace(/-(?:scanner|auditor)$/, '');
}

/** A name as an id: lower-case words joined by hyphens; empty when there is no letter or digit. */
export function kebab(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

async function readRouting(
  read: (path: string) => Promise<Uint8Array | null>,
): Promise<readonly RoutingRule[]> {
  const base = await readText(read, routingFile);
  const overlayPath = (await overlayOfProject(read)) ?? overlayFile;
  const overlay = await readText(read, overlayPath);
  return overlayRouting(
    base === null ? [] : parseRouting(routingFile, base),
    overlay === null ? [] : parseRouting(overlayPath, overlay),
  );
}

/** `routing_overlay` of a project file, when there is a readable one. */
async function overlayOfProject(
  read: (path: string) => Promise<Uint8Array | null>,
): Promise<string | null> {
  for (const file of projectFiles) {
    const text = await readText(read, file);
    const path = /"routing_overlay"\s*:\s*"([^"\\]+)"/.exec(text ?? '')?.[1];
    if (path !== undefined) return path.replace(/^\.\//, '');
  }
  return null;
}

async function readText(
  read: (path: string) => Promise<Uint8Array | null>,
  path: string,
): Promise<string | null> {
  const bytes = await read(path);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}
