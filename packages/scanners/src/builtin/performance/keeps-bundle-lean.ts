import type { ScriptFile } from '../../facts/script-file.ts';
import { type NodeKinds, ts } from '../../facts/typescript.ts';
import type { BuiltinCheck } from '../check.ts';

/** Packages of which a whole import costs more than 60 kB, and what to import instead. */
const heavy: Readonly<Record<string, string>> = {
  lodash: 'Import the single function, for example lodash/debounce.',
  underscore: 'Use the built-in array methods.',
  moment: 'Use Intl.DateTimeFormat or a small date library.',
  'moment-timezone': 'Use Intl.DateTimeFormat.',
  rxjs: 'Import the operators by name.',
  'core-js': 'Import the single polyfill that is needed.',
  '@mui/icons-material': 'Import the single icon, for example @mui/icons-material/Add.',
  '@material-ui/icons': 'Import the single icon.',
  'react-icons': 'Import from the set, for example react-icons/fa.',
  '@fortawesome/free-solid-svg-icons': 'Import the icons by name.',
  'aws-sdk': 'Import the single client, for example @aws-sdk/client-s3.',
  'date-fns': 'Import the functions by name.',
  three: 'Import the classes by name.',
  d3: 'Import the single module, for example d3-scale.',
  'highlight.js': 'Import highlight.js/lib/core and the languages that are needed.',
};

/** Whole imports of heavy packages into code that browsers load. */
export const keepsBundleLean: BuiltinCheck = {
  id: 'keeps_bundle_lean',
  script: {
    ImportDeclaration: (node, file) => {
      if (!ts.isStringLiteral(node.moduleSpecifier) || file.isTest) return;
      const name = node.moduleSpecifier.text;
      const advice = heavy[name];
      if (advice === undefined || !takesEverything(node, name) || !isBrowserCode(file)) return;
      file.report(node, {
        rule: 'whole-package-import',
        severity: 'info',
        message: `All of ${name} ends up in what browsers load.`,
        suggestion: advice,
      });
    },
  },
};

function takesEverything(node: NodeKinds['ImportDeclaration'], name: string): boolean {
  const clause = node.importClause;
  if (clause?.isTypeOnly === true) return false;
  if (clause === undefined || clause.name !== undefined) return true;
  const bindings = clause.namedBindings;
  if (bindings !== undefined && ts.isNamespaceImport(bindings)) return true;
  // These are CommonJS: a named import takes the whole package as well.
  return ['lodash', 'underscore', 'moment', 'moment-timezone', 'aws-sdk'].includes(name);
}

function isBrowserCode(file: ScriptFile): boolean {
  return (
    file.language === 'tsx' ||
    file.language === 'jsx' ||
    /(?:^|\/)(?:client|web|ui|frontend|browser|components|public)\//.test(file.path) ||
    /from ['"](?:react|react-dom|preact|vue|svelte|solid-js)['"]/.test(file.text)
  );
}
