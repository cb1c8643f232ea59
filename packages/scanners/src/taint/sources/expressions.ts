import { type Carrier, carriers } from './carriers.ts';

/** Names that are a source wherever they are read, and the level of what they give. */
export interface ExpressionSource {
  readonly name: RegExp;
  readonly level: 2 | 3;
  readonly carrier?: Carrier;
}

/** Property chains and globals. Only names that start with one of `firstWords` are compared. */
export const expressionSources: readonly ExpressionSource[] = [
  {
    name: /^((window|document|self|globalThis|top|parent)\.)*location$/,
    level: 3,
    carrier: carriers.location,
  },
  { name: /^(window\.)?document\.(URL|documentURI|referrer|baseURI|cookie)$/, level: 3 },
  { name: /^window\.name$/, level: 3 },
  { name: /^process\.(argv|env)$/, level: 2 },
  { name: /^Deno\.args$|^Bun\.argv$|^import\.meta\.env$/, level: 2 },
];

export const firstWords = new Set([
  'window',
  'document',
  'self',
  'globalThis',
  'top',
  'parent',
  'location',
  'process',
  'Deno',
  'Bun',
]);

/** Calls that give a remote or local value, by the whole name of the callee. */
export const callSources: readonly ExpressionSource[] = [
  {
    name: /^(react-router(-dom)?|next\/navigation|wouter|@tanstack\/react-router):use(Params|SearchParams|Search)$/,
    level: 3,
  },
  {
    name: /^(react-router(-dom)?|next\/navigation|wouter):useLocation$/,
    level: 3,
    carrier: carriers.location,
  },
  { name: /^next\/router:useRouter$|^vue-router:useRoute$/, level: 3, carrier: carriers.url },
  { name: /^(window\.)?prompt$/, level: 2 },
  { name: /^(yargs|minimist|commander|arg|meow|cac):/, level: 2 },
  { name: /^(inquirer|prompts|@inquirer\/\w+):/, level: 2 },
  { name: /^electron:ipcMain$/, level: 3 },
];
