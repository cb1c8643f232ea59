import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { mayImport, openSubpaths } from './layers.js';

const problems = [...unlistedProjects(), ...Object.keys(mayImport).flatMap(problemsOf)];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

/** Projects that exist but have no row in the table. */
function unlistedProjects() {
  return ['packages', 'apps', 'tools']
    .flatMap((group) => readdirSync(group).map((name) => `${group}/${name}`))
    .filter((project) => existsSync(join(project, 'package.json')) && !(project in mayImport))
    .map((project) => `${project} has no row in tools/workspace/layers.js`);
}

/** @param {string} project */
function problemsOf(project) {
  const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  const siblings = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
    .filter((name) => name.startsWith('@magi/'))
    .map((name) => name.slice('@magi/'.length));
  const allowed = mayImport[project] ?? [];
  const undeclarable = siblings
    .filter((sibling) => !allowed.includes(sibling))
    .map((sibling) => `${project}/package.json may not depend on @magi/${sibling}`);
  return [
    ...undeclarable,
    ...sourcesOf(project).flatMap((file) => badImports(project, file, siblings)),
  ];
}

/** @param {string} project */
function sourcesOf(project) {
  return readdirSync(project, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /\.(tsx?|js)$/.test(file) &&
      !/(^|\/)(dist|node_modules|fixtures|mutations|golden)\//.test(file),
  );
}

/**
 * @param {string} project
 * @param {string} file
 * @param {readonly string[]} siblings
 */
function badImports(project, file, siblings) {
  const text = readFileSync(join(project, file), 'utf8');
  const specifiers = text.matchAll(
    /^\s*(?:import|export)\b[^'"`;]*?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]/gm,
  );
  return [...specifiers].flatMap(([, statik, dynamic]) => {
    const specifier = statik ?? dynamic ?? '';
    const where = `${project}/${file} imports ${specifier}`;
    if (specifier.startsWith('@magi/')) return badPackageImport(where, specifier, siblings);
    if (!specifier.startsWith('.') || project.startsWith('tools/')) return [];
    const target = relative(project, resolve(project, file, '..', specifier));
    return target.startsWith('..') ? [`${where}, which leaves its package`] : [];
  });
}

/**
 * @param {string} where
 * @param {string} specifier
 * @param {readonly string[]} siblings
 */
function badPackageImport(where, specifier, siblings) {
  const [, sibling = '', inside] = specifier.split('/');
  const problems = [];
  if (!siblings.includes(sibling)) problems.push(`${where}, which package.json does not declare`);
  if (inside && !openSubpaths.includes(inside))
    problems.push(`${where}: import the package, not a file of it`);
  return problems;
}
