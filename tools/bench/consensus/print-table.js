/** @typedef {{ precision: number, recall: number, f1: number, issuesPerGroup?: number }} Row */

/**
 * Prints one table: a row a rule, a block a judge, then the curve of plain votes.
 * @param {{ frozen: boolean, projects: string[], judges: Record<string, any> }} figures
 */
export function printTable({ frozen, projects, judges }) {
  const how = frozen ? 'shipped settings' : 'settings chosen leaving one project out';
  console.log(`consensus on ${projects.join(', ')}: ${how}\n`);
  console.log(line('judge', 'rule', 'P', 'R', 'F1', 'issues/group'));
  for (const [judge, figures] of Object.entries(judges)) {
    const rows = [
      ['vote of all', figures.vote12],
      ['vote of claude, copilot, gemini', figures.midThree],
      [`best single (${figures.bestSingle.reviewer})`, figures.bestSingle],
      ['union (strict AND)', figures.union],
      ['same-issue pairs', figures.pairs],
      ...figures.curve.map((/** @type {Row & { k: number }} */ row) => [
        `issues with k ≥ ${row.k}`,
        row,
      ]),
    ];
    for (const [rule, row] of rows) console.log(rowOf(judge, rule, row));
    console.log('');
  }
}

/**
 * @param {string} judge
 * @param {string} rule
 * @param {Row} row
 */
function rowOf(judge, rule, { precision, recall, f1, issuesPerGroup }) {
  const numbers = [precision, recall, f1].map((value) => value.toFixed(3));
  return line(
    judge,
    rule,
    ...numbers,
    issuesPerGroup === undefined ? '' : issuesPerGroup.toFixed(2),
  );
}

/** @param {string[]} cells */
function line(...cells) {
  const widths = [10, 34, 6, 6, 6, 12];
  return cells
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join(' ')
    .trimEnd();
}
