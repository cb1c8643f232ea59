import type { Json } from '@magi/contracts';
import { setMember } from './own-member.ts';

/** Texts shorter than this are cheaper written out than referred to. */
const SHORTEST_SHARED = 28;

/** A value in which everything that came before is a reference: `{"$": place in the table}`. */
export type Packed = Json;

export interface Packer {
  pack(value: unknown): Packed;
  /** What has been added to the table since the last call, in order. */
  take(): readonly Packed[];
}

/**
 * Makes a packer of JSON values that repeat themselves: an object, array or long text that occurs
 * again, equal or the same, is written once and referred to from then on.
 *
 * Nobody may change a value after it was packed. Keys that begin with `$` get another one in front.
 */
export function createPacker(): Packer {
  const places = new Map<string, number>();
  // Big values are shared by reference; a look at the reference saves a walk through all of it.
  const seen = new WeakMap<object, Packed>();
  let fresh: Packed[] = [];

  function pack(value: unknown): Packed {
    if (typeof value === 'string') return value.length < SHORTEST_SHARED ? value : share(value);
    if (typeof value !== 'object' || value === null) return value as Packed;
    const known = seen.get(value);
    if (known !== undefined) return known;
    const packed = share(Array.isArray(value) ? value.map(pack) : packMembers(value));
    seen.set(value, packed);
    return packed;
  }

  function packMembers(value: object): Packed {
    const packed: Record<string, Packed> = {};
    for (const [key, member] of Object.entries(value)) {
      if (member !== undefined) packed[escaped(key)] = pack(member);
    }
    return packed;
  }

  function share(packed: Packed): Packed {
    const text = JSON.stringify(packed);
    if (text.length < SHORTEST_SHARED) return packed;
    const place = places.get(text) ?? places.size;
    if (place === places.size) {
      places.set(text, place);
      fresh.push(packed);
    }
    return { $: place };
  }

  return {
    pack,
    take() {
      const taken = fresh;
      fresh = [];
      return taken;
    },
  };
}

export interface Unpacker {
  add(table: readonly Packed[]): void;
  /** Equal parts of what is unpacked are the same objects. */
  unpack(packed: Packed): Json;
}

/** Makes the counterpart of a packer; it has to be given everything the packer added, in order. */
export function createUnpacker(): Unpacker {
  const table: Packed[] = [];
  const values: Json[] = [];

  function unpack(packed: Packed): Json {
    if (typeof packed !== 'object' || packed === null) return packed;
    if (isList(packed)) return packed.map(unpack);
    const place = packed.$;
    if (typeof place === 'number') return shared(place);
    const value: Record<string, Json> = {};
    for (const [key, member] of Object.entries(packed)) {
      setMember(value, key.startsWith('$') ? key.slice(1) : key, unpack(member));
    }
    return value;
  }

  function shared(place: number): Json {
    const known = values[place];
    if (known !== undefined) return known;
    const value = unpack(table[place] ?? null);
    values[place] = value;
    return value;
  }

  return { add: (more) => void table.push(...more), unpack };
}

/** Keys that would mean something else as they are. */
function escaped(key: string): string {
  return key.startsWith('$') || key === '__proto__' ? `$${key}` : key;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
