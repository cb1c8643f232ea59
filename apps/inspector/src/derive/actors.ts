import type { Json } from '@magi/contracts';
import type { FrameState } from '@magi/engine/replay';

/** One actor of a state, as the tree of actors shows it. */
export interface ActorRow {
  readonly address: string;
  readonly name: string;
  readonly depth: number;
  readonly status: string;
  /** Active states in one line; kind of work for an effect. */
  readonly state: string;
  readonly isEffect: boolean;
}

/** One actor as the log has it. */
export interface ActorImage {
  readonly status: string;
  readonly value?: Json;
  readonly context?: Json;
  readonly output?: Json;
  readonly error?: Json;
  readonly effect?: string;
  readonly children?: Readonly<Record<string, ActorImage>>;
}

/** All actors alive at a state, parents before their children. */
export function actorRows(state: FrameState | null, root: string): readonly ActorRow[] {
  return state?.actors ? rowsOf(state.actors as unknown as ActorImage, root, root, 0) : [];
}

function rowsOf(image: ActorImage, address: string, name: string, depth: number): ActorRow[] {
  const row: ActorRow = {
    address,
    name,
    depth,
    status: image.status,
    state: image.effect ?? (image.value === undefined ? '' : stateName(image.value)),
    isEffect: image.effect !== undefined,
  };
  const children = Object.entries(image.children ?? {}).flatMap(([id, child]) =>
    rowsOf(child, `${address}/${id}`, id, depth + 1),
  );
  return [row, ...children];
}

/** An actor by its address; null when it does not live at that state. */
export function actorAt(state: FrameState | null, address: string): ActorImage | null {
  let image = (state?.actors ?? null) as unknown as ActorImage | null;
  for (const id of address.split('/').slice(1)) image = image?.children?.[id] ?? null;
  return image;
}

/** A state value in one line: `scanning`, `on.sound.loud, on.picture.still`. */
export function stateName(value: Json): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .flatMap(([key, inner]) => {
      const below = stateName(inner as Json);
      return below === '' ? [key] : below.split(', ').map((name) => `${key}.${name}`);
    })
    .join(', ');
}

/** Name of the root actor: where every address begins. */
export function rootOf(machines: readonly { readonly id: string }[]): string {
  return machines[0]?.id ?? 'run';
}

/** Address without the generation of an effect: `run/ground#2` is asked for by `run/ground`. */
export function withoutGeneration(address: string): string {
  return address.replace(/#\d+$/, '');
}
