/** One bullet of a `ROUTING.md`: a persona and when it joins the panel. */
export interface RoutingRule {
  readonly file: string;
  readonly line: number;
  /** Path of the persona below `.magi/`, for example `personas/core.json`. */
  readonly persona: string;
  /** Globs, one of which a changed file must match; empty: any change. */
  readonly files: readonly string[];
  readonly when: readonly Occasion[];
}

export type Occasion = 'always' | 'asked' | 'mostly-moves' | 'never';

const occasions: readonly string[] = ['always', 'asked', 'mostly-moves', 'never'];

/**
 * Reads the bullets of a routing file.
 *
 * The persona is the first backticked `personas/….json` of a bullet, which may wrap over lines
 * (seed 003). Two fields are ours and mean nothing to other readers: `*Files:*` with backticked
 * globs, and `*When:*` with backticked occasions: `always`; `mostly-moves`, when the change moves code
 * or its goal says so; `asked`, only by name; `never`.
 * A bullet without a persona path is no rule.
 */
export function parseRouting(file: string, text: string): readonly RoutingRule[] {
  return bulletsOf(text).flatMap(({ line, body }) => {
    const persona = /`(?:\.\/)?(personas\/[^`]+\.json)`/.exec(body)?.[1];
    if (persona === undefined) return [];
    const when = fieldOf(body, 'When').filter(isOccasion);
    return [{ file, line, persona, files: fieldOf(body, 'Files'), when }];
  });
}

/** Puts overlay rules over base rules: same persona replaces, others are added. */
export function overlayRouting(
  base: readonly RoutingRule[],
  overlay: readonly RoutingRule[],
): readonly RoutingRule[] {
  const replaced = new Map(overlay.map((rule) => [rule.persona, rule]));
  const kept = base.map((rule) => replaced.get(rule.persona) ?? rule);
  const known = new Set(base.map((rule) => rule.persona));
  return [...kept, ...overlay.filter((rule) => !known.has(rule.persona))];
}

function bulletsOf(text: string): { line: number; body: string }[] {
  const bullets: { line: number; body: string }[] = [];
  let open = false;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*[-*+]\s+/.test(line)) {
      bullets.push({ line: index + 1, body: line });
      open = true;
    } else if (line.trim() === '' || /^#/.test(line)) {
      open = false;
    } else if (open) {
      const bullet = bullets.at(-1);
      if (bullet !== undefined) bullet.body += `\n${line}`;
    }
  }
  return bullets;
}

/** Backticked words after `*Name:*`, up to the next field. */
function fieldOf(body: string, name: string): string[] {
  const field = new RegExp(`\\*{1,2}${name}:\\*{1,2}((?:(?!\\*{1,2}[A-Z][a-z]+:\\*)[\\s\\S])*)`);
  const words = field.exec(body)?.[1] ?? '';
  return [...words.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
}

function isOccasion(word: string): word is Occasion {
  return occasions.includes(word);
}
