import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadPackage } from '../load-package.js';
import { measure } from './measure.js';
import { printTable } from './print-table.js';
import { readData } from './read-data.js';

/*
 * Scores the shipped consensus rule on judged output of several reviewers.
 * `--data DIR` reads other projects; `--frozen` uses the shipped settings as they are instead of
 * choosing them on the other projects; `--json` prints figures instead of a table.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: fileURLToPath(new URL('data', import.meta.url)) },
    frozen: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

const rule = await loadPackage('packages/consolidation/src/index.ts');
const figures = measure(rule, readData(values.data), { frozen: values.frozen });

if (values.json) console.log(JSON.stringify(figures, null, 2));
else printTable(figures);
