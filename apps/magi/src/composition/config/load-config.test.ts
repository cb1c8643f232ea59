import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig, loadNamedConfig } from './load-config.ts';

describe('loadConfig', () => {
  it('gives the defaults where there is no configuration', async () => {
    expect(await given({})).toEqual({ config: {}, source: null, warnings: [] });
  });

  it('reads the first place that has some', async () => {
    const { config, source } = await given({
      'magi.config.yaml': 'base: yaml\n',
      'magi.config.json': '{ "base": "json" }',
    });
    expect([config.base, source]).toEqual(['json', 'magi.config.json']);
  });

  it('reads the magi member of package.json and passes over one without', async () => {
    const manifest = '{ "name": "x", "magi": { "base": "dev" } }';
    expect((await given({ 'package.json': manifest })).config.base).toBe('dev');
    expect((await given({ 'package.json': '{ "name": "x" }' })).source).toBeNull();
  });

  it('takes comments and trailing commas in JSON', async () => {
    const text = '{ // why\n "base": "dev", }';
    expect((await given({ 'magi.config.json': text })).config.base).toBe('dev');
  });

  it.each([
    ['magi.config.json', '{\n  "base": "dev",\n  "scaners": {}\n}', 3],
    ['magi.config.yaml', 'base: dev\n\nscaners: {}\n', 3],
    ['package.json', '{\n  "magi": {\n    "base": "dev",\n    "scaners": {}\n  }\n}', 4],
  ])('says line and likely meaning of an unknown key in %s', async (file, text, line) => {
    await expect(given({ [file]: text })).rejects.toThrow(
      `${file}:${line}: unknown key "scaners". Did you mean "scanners"?`,
    );
  });

  it('suggests keys of the object that the unknown one stands in', async () => {
    const text = '{ "scanners": {\n "disabel": [] } }';
    await expect(given({ 'magi.config.json': text })).rejects.toThrow(
      'magi.config.json:2: unknown key "scanners.disabel". Did you mean "disable"?',
    );
  });

  it('says the line of a value of the wrong kind', async () => {
    const text = '{\n  "exclude": [\n    "a",\n    7\n  ]\n}';
    await expect(given({ 'magi.config.json': text })).rejects.toThrow(
      /^magi\.config\.json:4: exclude\.1: /,
    );
  });

  it.each([
    ['magi.config.json', '{\n  "base": \n}', /^magi\.config\.json:3: value expected/],
    ['magi.config.yaml', 'base: [\n', /^magi\.config\.yaml:\d: /],
    ['magi.config.json', '', /^magi\.config\.json:1: value expected/],
  ])('says the line of a syntax error in %s', async (file, text, message) => {
    await expect(given({ [file]: text })).rejects.toMatchObject({
      code: 'MAGI_CONFIG_SYNTAX',
      exitCode: 2,
      message: expect.stringMatching(message),
    });
  });

  it('runs no program that it was not told to trust', async () => {
    const { config, source, warnings } = await given({
      'magi.config.ts': 'throw new Error("ran");',
      'magi.config.json': '{ "base": "dev" }',
    });
    expect([config.base, source]).toEqual(['dev', 'magi.config.json']);
    expect(warnings[0]).toContain('magi.config.ts of a test is a program and is not run');
  });

  it('runs a trusted TypeScript program', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'magi-config-')), 'magi.config.ts');
    writeFileSync(file, 'const base: string = "dev";\nexport default { base };\n');
    expect((await loadNamedConfig(file, async () => 'text')).config.base).toBe('dev');
  });

  it('names a program that fails', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'magi-config-')), 'magi.config.mjs');
    writeFileSync(file, 'throw new Error("no luck");\n');
    await expect(loadNamedConfig(file, async () => 'text')).rejects.toMatchObject({
      code: 'MAGI_CONFIG_FAILED',
      message: expect.stringContaining('no luck'),
    });
  });

  it('names a file that --config cannot read', async () => {
    await expect(loadNamedConfig('gone.json', async () => null)).rejects.toMatchObject({
      code: 'MAGI_CONFIG_MISSING',
      exitCode: 2,
    });
  });
});

function given(files: Readonly<Record<string, string>>) {
  return loadConfig({
    name: 'of a test',
    read: async (path) => files[path] ?? null,
    executable: () => null,
  });
}
