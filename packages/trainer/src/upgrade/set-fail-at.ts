import { fail, ok, type Result } from '@magi/contracts';
import { applyEdits, modify } from 'jsonc-parser';
import { IndentationText, Node, type ObjectLiteralExpression, Project, QuoteKind } from 'ts-morph';
import { parseDocument } from 'yaml';
import type { UpgradeFailure } from './plan-upgrade.ts';

/** Places a configuration may stand, in the order in which it is looked for. */
const CONFIG_FILES = [
  'magi.config.ts',
  'magi.config.mts',
  'magi.config.js',
  'magi.config.mjs',
  'magi.config.json',
  'magi.config.jsonc',
  'magi.config.yaml',
  'magi.config.yml',
];

/**
 * Sets `scanners.failAt.<check>` in the project's configuration, keeping comments and formatting.
 *
 * TypeScript and JavaScript are edited through ts-morph and only where the configuration is an
 * object literal; without a configuration file a `magi.config.json` is made.
 */
export function setFailAt(
  files: ReadonlyMap<string, string>,
  check: string,
  failAt: 'critical',
): Result<ReadonlyMap<string, string>, UpgradeFailure> {
  const path = CONFIG_FILES.find((name) => files.has(name)) ?? 'magi.config.json';
  const text = files.get(path) ?? '{}\n';
  const edited = /\.ya?ml$/.test(path)
    ? editYaml(text, check, failAt)
    : /\.jsonc?$/.test(path)
      ? editJson(text, check, failAt)
      : editScript(path, text, check, failAt);
  return edited === null
    ? fail({
        kind: 'unsupported-config',
        message: `${path} does not export an object literal: set scanners.failAt.${check} to "${failAt}" by hand`,
      })
    : ok(new Map([...files, [path, edited]]));
}

function editJson(text: string, check: string, failAt: string): string {
  const formattingOptions = { insertSpaces: true, tabSize: 2, insertFinalNewline: true };
  return applyEdits(
    text,
    modify(text, ['scanners', 'failAt', check], failAt, { formattingOptions }),
  );
}

function editYaml(text: string, check: string, failAt: string): string {
  const document = parseDocument(text);
  document.setIn(['scanners', 'failAt', check], failAt);
  return document.toString();
}

function editScript(path: string, text: string, check: string, failAt: string): string | null {
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    manipulationSettings: {
      indentationText: IndentationText.TwoSpaces,
      quoteKind: QuoteKind.Single,
    },
  });
  const source = project.createSourceFile(path, text);
  const exported = source.getExportAssignment((it) => !it.isExportEquals())?.getExpression();
  const config = Node.isCallExpression(exported) ? exported.getArguments()[0] : exported;
  if (!Node.isObjectLiteralExpression(config)) return null;
  const scanners = objectIn(config, 'scanners');
  const failAtMap = scanners && objectIn(scanners, 'failAt');
  if (!failAtMap) return null;
  const existing = failAtMap.getProperty(check);
  if (Node.isPropertyAssignment(existing)) existing.setInitializer(`'${failAt}'`);
  else failAtMap.addPropertyAssignment({ name: check, initializer: `'${failAt}'` });
  return source.getFullText();
}

/** The object under a key, made when missing; null when something else stands there. */
function objectIn(parent: ObjectLiteralExpression, name: string): ObjectLiteralExpression | null {
  const property =
    parent.getProperty(name) ?? parent.addPropertyAssignment({ name, initializer: '{}' });
  const value = Node.isPropertyAssignment(property) ? property.getInitializer() : undefined;
  return Node.isObjectLiteralExpression(value) ? value : null;
}
