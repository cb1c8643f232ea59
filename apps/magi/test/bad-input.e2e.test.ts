import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRepository } from '@magi/change/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, home, magi } from './cli.ts';
import { cleanFiles, faultyProject, harmlessProject } from './projects.ts';

const project = harmlessProject();
const faulty = faultyProject();
beforeAll(ensureBuilt, 120_000);
afterAll(() => {
  project.remove();
  faulty.remove();
});

describe('a mistake of the user', { timeout: 60_000 }, () => {
  it.each<[string, readonly string[], RegExp]>([
    ['an unknown command', ['reveiw'], /unknown command 'reveiw'\n\(Did you mean review\?\)/],
    ['an unknown flag', ['review', '--jsn'], /unknown option '--jsn'\n\(Did you mean --json\?\)/],
    ['a bad choice', ['review', '--fail-on', 'all'], /Allowed choices are gating, critical/],
    ['two ways to say what', ['review', '--commit', 'HEAD', '--staged'], /exclude each other/],
    ['an unknown revision', ['review', '--commit', 'nowhere'], /"nowhere" names no commit here/],
    ['a revision like an option', ['review', '--commit=--output=x'], /names no commit here/],
    ['an empty change', ['review', '--base', 'HEAD', '--head', 'HEAD'], /nothing changed between/],
    ['an unknown file', ['review', 'gone.ts'], /"gone\.ts" is in neither side/],
    [
      'an unknown protocol',
      ['review', '--protocol', 'magy'],
      /no protocol "magy"\. Did you mean "magi"\?/,
    ],
    [
      'an unknown scanner',
      ['review', '--commit', 'HEAD', '--scanners', 'securty'],
      /Did you mean "security"\?/,
    ],
    ['an unknown reporter', ['review', '--reporter', 'sarfi'], /Did you mean "sarif"\?/],
    ['an unknown configuration', ['review', '--config', 'gone.json'], /gone\.json cannot be read/],
    ['an unknown run', ['replay', 'zzz'], /There is no run "zzz" here/],
    ['an unknown statechart', ['graph', '--machine', 'rum'], /Did you mean "run"\?/],
    ['entries that are no numbers', ['replay', 'last', '--diff', 'a', 'b'], /two entry numbers/],
    ['a missing argument', ['replay'], /missing required argument 'run'\n+See magi replay --help/],
    ['a run without a name', ['log', ''], /No run is named/],
    ['a folder that is not there', ['-C', '/no/such', 'status'], /There is no folder \/no\/such/],
    ['an unknown protocol to draw', ['graph', 'magy'], /neither a protocol nor a run here/],
  ])('%s is named, with exit 2 and no stack trace', async (_what, args, message) => {
    const { code, stdout, stderr } = await magi(project.dir, args);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect([code, stdout]).toEqual([2, '']);
  });

  it.runIf(process.platform === 'linux')('is named where nothing can be written', async () => {
    const review = ['review', '--commit', 'HEAD'];
    for (const [args, env, words] of [
      [[...review, '--artifacts', '/proc/x/y'], {}, '/proc/x/y cannot be written'],
      [[...review, '--reporter', 'sarif=/proc/x/y'], {}, '/proc/x/y cannot be written'],
      [review, { MAGI_HOME: '/proc/x/y' }, '/proc/x/y cannot be made'],
      [['runs'], { MAGI_HOME: '/etc/passwd' }, '/etc/passwd is no folder'],
    ] as const) {
      const { code, stderr } = await magi(project.dir, args, { env });
      expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
    }
  });

  it('is named in few words where a file is no log at all', async () => {
    const { code, stderr } = await magi(project.dir, ['import', '/etc/passwd']);
    expect([code, stderr]).toEqual([
      5,
      expect.stringMatching(/; and \d+ more \[MAGI_LOG_CORRUPT\]/),
    ]);
  });

  it('leaves no run behind', async () => {
    const fresh = harmlessProject();
    await magi(fresh.dir, ['review', '--commit', 'nowhere']);
    expect(existsSync(join(fresh.dir, '.git/magi/magi.db'))).toBe(false);
    fresh.remove();
  });

  it('shows the stack trace with --debug alone', async () => {
    const { stderr } = await magi(project.dir, ['review', '--commit', 'nowhere', '--debug']);
    expect(stderr).toMatch(/\n\s+at /);
  });
});

describe('a place that cannot be reviewed', { timeout: 60_000 }, () => {
  it('says that there is no repository', async () => {
    const { code, stderr } = await magi(home, ['review']);
    expect(stderr).toContain('is not inside a git repository');
    expect(code).toBe(2);
  });

  it('says that there are no commits', async () => {
    const empty = createRepository();
    const { code, stderr } = await magi(empty.dir, ['review']);
    empty.remove();
    expect(stderr).toContain('has no commits yet');
    expect(code).toBe(2);
  });

  it('names a broken persona with its line', async () => {
    const broken = createRepository({ files: cleanFiles });
    broken.write({ '.magi/personas/team.json': '{\n  "role": "Team",\n  "mandate": \n}\n' });
    const { code, stderr } = await magi(broken.dir, ['review']);
    broken.remove();
    expect(stderr).toMatch(/\.magi\/personas\/team\.json:\d+:\d+: /);
    expect(code).toBe(2);
  });

  it('names an unknown key of the configuration with its line', async () => {
    const broken = createRepository({ files: cleanFiles });
    broken.write({ 'magi.config.json': '{\n  "exlude": []\n}\n' });
    const { code, stderr } = await magi(broken.dir, ['review']);
    broken.remove();
    expect(stderr).toContain('magi.config.json:2: unknown key "exlude". Did you mean "exclude"?');
    expect(code).toBe(2);
  });

  it('names a damaged log and what to do', async () => {
    const damaged = faultyProject();
    await magi(damaged.dir, ['review', '--commit', 'HEAD']);
    const file = join(damaged.dir, '.git/magi/magi.db');
    const bytes = readFileSync(file);
    bytes.fill(0x58, 0, 100);
    writeFileSync(file, bytes);
    const { code, stderr } = await magi(damaged.dir, ['runs']);
    damaged.remove();
    expect(stderr).toMatch(/\[MAGI_LOG_\w+\]/);
    expect(code).toBe(5);
  });
});

describe('a file name that wants to be something else', { timeout: 60_000 }, () => {
  it('is shown as it is, in every format and by every command', async () => {
    const project = createRepository({ files: cleanFiles });
    const name = 'src/"we\\ird\n\u001b[31m\r\u202e.ts';
    project.commit('odd', { [name]: 'export const run = (t: string) => eval(t); // \u001b[2J\n' });
    const outputs = [await magi(project.dir, ['review', '--commit', 'HEAD'])];
    expect(outputs[0]?.stdout).toContain('src/"we\\ird\\u{a}\\u{1b}[31m\\u{d}\\u{202e}.ts');
    for (const reporter of ['concise', 'markdown', 'html', 'junit', 'sarif', 'jsonl', 'github'])
      outputs.push(await magi(project.dir, ['resume', 'last', '--reporter', reporter]));
    for (const command of ['status', 'log', 'explain', 'verify'])
      outputs.push(await magi(project.dir, [command, 'last']));
    outputs.push(await magi(project.dir, ['replay', 'last', '--json']));
    project.remove();
    for (const { stdout, stderr } of outputs) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
      expect(`${stdout}${stderr}`).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f\u202e]/);
    }
  });
});

describe('a training where a review is needed', { timeout: 60_000 }, () => {
  it('is named as such, and has a status of its own', async () => {
    const project = harmlessProject();
    await magi(project.dir, ['train', '--propose']);
    for (const args of [
      ['explain', 'last'],
      ['resume', 'last'],
      ['decide', 'last'],
      ['what-if', 'last', '--rule', 'and'],
      ['dismiss', 'last', 'x', '--as', 'declined', '--reason', 'y'],
    ]) {
      const { code, stderr } = await magi(project.dir, args);
      expect([args[0], code, stderr]).toEqual([
        args[0],
        2,
        expect.stringContaining('is a training, not a review'),
      ]);
    }
    const { stdout } = await magi(project.dir, ['status']);
    project.remove();
    expect(stdout).toContain('training');
    expect(stdout).not.toContain('undefined');
  });
});

describe('the settings of a review', { timeout: 60_000 }, () => {
  it('come from the base when a commit is reviewed: a change cannot switch its judges off', async () => {
    const own = {
      'magi.config.json': '{ "scanners": { "disable": ["core", "security", "performance"] } }\n',
    };
    const project = createRepository({ files: cleanFiles });
    project.commit('no judges', {
      ...own,
      'src/run.ts': 'export const run = (text: string) => eval(text);\n',
    });
    const { code, stdout } = await magi(project.dir, ['review', '--commit', 'HEAD']);
    project.remove();
    expect(stdout).toContain('evaluates_no_dynamic_code');
    expect(code).toBe(1);
  });

  it('count when they stand in the base', async () => {
    const own = { 'magi.config.json': '{ "scanners": { "disable": ["security"] } }\n' };
    const project = createRepository({ files: { ...cleanFiles, ...own } });
    project.commit('eval', { 'src/run.ts': 'export const run = (text: string) => eval(text);\n' });
    const { stdout } = await magi(project.dir, ['review', '--commit', 'HEAD']);
    project.remove();
    expect(stdout).not.toContain('evaluates_no_dynamic_code');
  });

  it('may come from a program of the working tree, in TypeScript too', async () => {
    const own = {
      'magi.config.ts':
        "type Wishes = { scanners: { disable: string[] } };\nexport default { scanners: { disable: ['security'] } } satisfies Wishes;\n",
    };
    const project = createRepository({ files: { ...cleanFiles, ...own } });
    project.write({ 'src/run.ts': 'export const run = (text: string) => eval(text);\n' });
    const { stdout, stderr } = await magi(project.dir, ['review']);
    project.remove();
    expect(stderr).not.toContain('MAGI_CONFIG');
    expect(stdout).toContain('checks evaluated');
    expect(stdout).not.toContain('evaluates_no_dynamic_code');
  });

  it('never come from a program of a reviewed commit', async () => {
    const canary = join(home, 'canary');
    const program = `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(canary)}, '');\nexport default {};\n`;
    const project = createRepository({ files: { ...cleanFiles, 'magi.config.mjs': program } });
    project.commit('harmless', { 'src/two.ts': 'export const two = 2;\n' });
    const { stderr } = await magi(project.dir, ['review', '--commit', 'HEAD']);
    project.remove();
    expect(stderr).toContain('magi.config.mjs at HEAD^ is a program and is not run');
    expect(existsSync(canary)).toBe(false);
  });
});
