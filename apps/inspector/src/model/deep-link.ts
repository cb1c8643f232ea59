/** What the address of the page says about the view. */
export interface DeepLink {
  /** Number of an entry; null for the newest. */
  readonly seq: number | null;
  readonly actor: string | null;
  readonly view: string | null;
  readonly detail: string | null;
  /** Entry that differences are counted from; null for the one before. */
  readonly base: number | null;
}

/** Reads the part of an address behind `#`; what makes no sense counts as not said. */
export function parseLink(hash: string): DeepLink {
  const said = new URLSearchParams(hash.replace(/^#/, ''));
  return {
    seq: entryNumber(said.get('seq')),
    actor: said.get('actor'),
    view: said.get('view'),
    detail: said.get('detail'),
    base: entryNumber(said.get('base')),
  };
}

/** Writes the part of an address behind `#`; what is not said is left out. */
export function formatLink(link: DeepLink): string {
  const said = new URLSearchParams();
  for (const [name, value] of Object.entries(link)) {
    if (value !== null) said.set(name, String(value));
  }
  return `#${said.toString().replaceAll('%2F', '/')}`;
}

function entryNumber(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
