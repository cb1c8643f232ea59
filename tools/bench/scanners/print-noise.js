/**
 * @typedef {{
 *   rev: string, scanner: string, rule: string, severity: string,
 *   file: string, line: number, evidence: string, message: string,
 * }} Held
 * @typedef {{
 *   commits: number, addedLines: number, gating: Held[], advice: number,
 *   failures: { rev: string, scanner: string, reason: string }[],
 *   scannerMs: Record<string, number>,
 * }} Noise
 */

const shownRules = 20;

/**
 * Prints how often merged changes were held up, and by what: the most frequent rules first, each
 * with one example to look at.
 *
 * @param {Noise} noise
 */
export function printNoise({ commits, addedLines, gating, advice, failures, scannerMs }) {
  const each = gating.length === 0 ? 'none' : `one in ${Math.round(addedLines / gating.length)}`;
  console.log(`${commits} commits, ${addedLines} added lines`);
  console.log(`${gating.length} gating findings (${each} added lines), ${advice} of advice\n`);
  for (const [rule, held] of mostFrequent(gating)) {
    const [first] = held;
    console.log(`${String(held.length).padStart(4)}  ${rule} (${first?.scanner})`);
    if (first === undefined) continue;
    console.log(`      ${first.rev.slice(0, 10)} ${first.file}:${first.line}`);
    console.log(`      ${first.evidence.split('\n')[0]?.trim().slice(0, 100)}`);
  }
  console.log('');
  for (const [scanner, spent] of Object.entries(scannerMs))
    console.log(`${scanner.padEnd(24)} ${(spent / commits).toFixed(0).padStart(6)} ms a commit`);
  for (const { rev, scanner, reason } of failures.slice(0, shownRules))
    console.log(`failed: ${scanner} at ${rev.slice(0, 10)}: ${reason}`);
}

/**
 * @param {readonly Held[]} gating
 * @returns {[string, Held[]][]}
 */
function mostFrequent(gating) {
  /** @type {Map<string, Held[]>} */
  const byRule = new Map();
  for (const held of gating) {
    const known = byRule.get(held.rule);
    if (known === undefined) byRule.set(held.rule, [held]);
    else known.push(held);
  }
  return [...byRule].sort(([, left], [, right]) => right.length - left.length).slice(0, shownRules);
}
