import { expect, it } from 'vitest';
import { analyseTaint, reportTaint } from './analyse-taint.ts';
import type { TaintFinding } from './taint-finding.ts';

it('takes a value from a request for the most dangerous', () => {
  const [finding] = given("app.get('/', (req, res) => exec(req.query.a));");
  expect(finding).toMatchObject({ level: 3, severity: 'critical', cwe: 'CWE-78' });
});

it('warns of a value from the command line', () => {
  expect(given('exec(process.argv[2]);')[0]).toMatchObject({ level: 2, severity: 'warning' });
});

it('only mentions a value that a function of the same program passes', () => {
  expect(given('function run(a) { exec(a); }')[0]).toMatchObject({ level: 1, severity: 'info' });
});

it('warns when everybody who imports the file can pass what a shell runs', () => {
  expect(given('export function run(a) { exec(a); }')[0]).toMatchObject({
    level: 1,
    severity: 'warning',
  });
});

it('raises a parameter to the level of what a caller in the same file passes', () => {
  const [finding] = given(
    'function run(a) {\n  exec(a);\n}\napp.get("/", (req) => run(req.body.a));',
  );
  expect(finding).toMatchObject({ level: 3, severity: 'critical', line: 2 });
});

it('tells the way of the value, source first and sink last', () => {
  const [finding] = given(
    [
      'app.get("/", (req, res) => {',
      '  const a = req.query.a;',
      '  const b = `x${a}`;',
      '  exec(b);',
      '});',
    ].join('\n'),
  );
  expect(finding?.trace.map(({ line }) => line)).toEqual([2, 3, 4]);
});

it('has no way to tell for code that is wrong as it stands', () => {
  const [finding] = given("crypto.createHash('md5');");
  expect(finding).toMatchObject({ level: 0, trace: [] });
});

it('names the class and the method around', () => {
  const [finding] = given('class Job { start(a) { exec(a); } }');
  expect(finding?.symbol).toBe('Job.start');
});

it('names no symbol at the top level', () => {
  expect(given('exec(process.argv[2]);')[0]).not.toHaveProperty('symbol');
});

it('quotes the line and counts columns from one', () => {
  const [finding] = given('let a;\n  exec(process.argv[2]); // now');
  expect(finding).toMatchObject({ line: 2, column: 3, evidence: 'exec(process.argv[2]); // now' });
});

it('points at the call that is meant in a chain over several lines', () => {
  const [finding] = given("crypto\n  .createHash('md5')\n  .update('a');");
  expect(finding?.line).toBe(2);
});

it('quotes no secret', () => {
  const [finding] = given("\nconnect({ user, password: 'tr0ub4dor' });");
  expect(finding?.evidence).toBe('connect({ user, password:');
});

it('reports the same rule once a line', () => {
  expect(given('exec(process.argv[2]); exec(process.argv[3]);')).toHaveLength(1);
});

it('counts lines in files with carriage returns', () => {
  const [finding] = given('let a;\r\nexec(process.argv[2]);\r\n');
  expect(finding).toMatchObject({ line: 2, evidence: 'exec(process.argv[2]);' });
});

it('reads type assertions in TypeScript and markup in TSX', () => {
  const inTs = analyseTaint({
    file: 'a.ts',
    language: 'ts',
    text: `${header}exec(<string>process.argv[2]);`,
  });
  const inTsx = analyseTaint({
    file: 'a.tsx',
    language: 'tsx',
    text: 'export const A = ({ a }) => <a href={a}>a</a>;',
  });
  expect([inTs.length, inTsx.length]).toEqual([1, 1]);
});

it('finds what it can in a file that does not parse', () => {
  const { findings, limit } = reportTaint({
    file: 'a.js',
    language: 'js',
    text: `${header}exec(process.argv[2]);\nfunction (`,
  });
  expect([findings.length, limit]).toEqual([1, undefined]);
});

const header = "import { exec } from 'node:child_process'; ";

/** Findings of a text that may use `exec`; lines stay as they are. */
function given(text: string): readonly TaintFinding[] {
  const { length } = header;
  return analyseTaint({ file: 'a.js', language: 'js', text: header + text }).map((finding) =>
    finding.line === 1
      ? { ...finding, column: finding.column - length, evidence: finding.evidence.slice(length) }
      : finding,
  );
}
