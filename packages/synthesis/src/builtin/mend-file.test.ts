import type { Finding } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import { mendFile } from './mend-file.ts';

describe('debris', () => {
  it('removes a debugger statement with its line', () => {
    mending('leaves_no_debris', 'const a = 1;\n  debugger;▮\nuse(a);\n').gives(
      'const a = 1;\nuse(a);\n',
    );
  });
  it('removes a stray console call', () => {
    mending('leaves_no_debris', 'f();\nconsole.log(a, "b");▮\ng();\n').gives('f();\ng();\n');
  });
  it('leaves a console call that is the whole body of an arrow function', () => {
    mending('leaves_no_debris', 'on("x", () => console.log(1));▮\n').isLeft();
  });
  it('takes the focus off a test', () => {
    mending('leaves_no_debris', "it.only('adds', () => {});▮\n").gives("it('adds', () => {});\n");
  });
});

describe('crypto and transport', () => {
  it('replaces a weak hash by SHA-256 and keeps the quotes', () => {
    mending('uses_sound_crypto', 'const h = createHash("md5").update(x);▮\n').gives(
      'const h = createHash("sha256").update(x);\n',
    );
  });
  it('makes a token from random bytes and imports them', () => {
    mending(
      'uses_sound_crypto',
      "import { a } from './a.ts';\nconst token = Math.random().toString(36).slice(2);▮\n",
    ).gives(
      "import { randomBytes } from 'node:crypto';\nimport { a } from './a.ts';\nconst token = randomBytes(16).toString('hex');\n",
    );
  });
  it('drops a property that switches certificate checks off', () => {
    mending(
      'keeps_transport_and_cookies_safe',
      'const agent = new Agent({\n  keepAlive: true,\n  rejectUnauthorized: false,▮\n});\n',
    ).gives('const agent = new Agent({\n  keepAlive: true,\n});\n');
  });
});

describe('commands', () => {
  it('turns a templated shell command into an argument vector', () => {
    mending(
      'executes_no_untrusted_commands',
      "import { execSync } from 'node:child_process';\nexport const log = (ref) => execSync(`git log ${ref} --oneline`, { cwd });▮\n",
    ).gives(
      "import { execFileSync } from 'node:child_process';\nexport const log = (ref) => execFileSync('git', ['log', ref, '--oneline'], { cwd });\n",
    );
  });
  it('leaves a command that needs a shell', () => {
    mending('executes_no_untrusted_commands', 'execSync(`cat ${file} | wc -l`);▮\n').isLeft();
  });
  it('leaves a value that is glued to another word', () => {
    mending('executes_no_untrusted_commands', 'execSync(`tar xf ${name}.tgz`);▮\n').isLeft();
  });
});

describe('async code', () => {
  it('waits for what an async forEach started', () => {
    mending(
      'handles_async_correctly',
      'async function all(list) {\n  list.forEach(async (item) => {▮\n    await save(item);\n  });\n}\n',
    ).gives(
      'async function all(list) {\n  await Promise.all(list.map(async (item) => {\n    await save(item);\n  }));\n}\n',
    );
  });
  it('awaits a floating promise in async code', () => {
    mending('handles_async_correctly', 'async () => {\n  save(item);▮\n};\n').gives(
      'async () => {\n  await save(item);\n};\n',
    );
  });
  it('leaves a floating promise in code that cannot wait', () => {
    mending('handles_async_correctly', 'function f() {\n  save(item);▮\n}\n').isLeft();
  });
  it('reads a file without blocking', () => {
    mending(
      'blocks_no_event_loop',
      "import { readFileSync } from 'node:fs';\nasync function f(p) {\n  return readFileSync(p, 'utf8').trim();▮\n}\n",
    ).gives(
      "import { readFile } from 'node:fs/promises';\nasync function f(p) {\n  return (await readFile(p, 'utf8')).trim();\n}\n",
    );
  });
});

describe('loops and mark-up', () => {
  it('pushes instead of copying an array', () => {
    mending(
      'avoids_quadratic_loops',
      'let out = [];\nfor (const x of xs) {\n  out = [...out, x];▮\n}\n',
    ).gives('let out = [];\nfor (const x of xs) {\n  out.push(x);\n}\n');
  });
  it('pushes when the finding lies on the declaration', () => {
    mending(
      'avoids_quadratic_loops',
      'let out = [];▮\nfor (const x of xs) {\n  out = [...out, x];\n}\n',
    ).gives('const out = [];\nfor (const x of xs) {\n  out.push(x);\n}\n');
  });
  it('makes a declaration constant that nobody assigns to', () => {
    mending('check_idioms', 'let a = 1;▮\nuse(a);\n').gives('const a = 1;\nuse(a);\n');
  });
  it('leaves a declaration that is assigned to', () => {
    mending('check_idioms', 'let a = 1;▮\na += 1;\n').isLeft();
  });
  it('adds a name to the import that is there', () => {
    mending(
      'uses_sound_crypto',
      "import { createHash } from 'node:crypto';\nconst token = Math.random().toString(36);▮\n",
    ).gives(
      "import { createHash, randomBytes } from 'node:crypto';\nconst token = randomBytes(16).toString('hex');\n",
    );
  });
  it('adds to the accumulator of a reduction instead of copying it', () => {
    mending(
      'avoids_quadratic_loops',
      'const byId = all.reduce((map, x) => ({ ...map, [x.id]: x }), {});▮\n',
    ).gives('const byId = all.reduce((map, x) => Object.assign(map, { [x.id]: x }), {});\n');
    mending(
      'avoids_quadratic_loops',
      '  const ids = all.reduce((list, x) => [...list, x.id], [] as string[]);▮\n',
    ).gives(
      '  const ids = all.reduce((list, x) => {\n    list.push(x.id);\n    return list;\n  }, [] as string[]);\n',
    );
  });
  it.each([
    'all.reduce((map, x) => ({ ...map, [x.id]: x }), start);▮\n',
    'all.reduce((map, x) => ({ ...map, [x.id]: count(map) }), {});▮\n',
    'all.reduce((map, x) => ({ [x.id]: x, ...map }), {});▮\n',
    'all.reduce((map, x) => ({ ...map }), {});▮\n',
    'all.reduce(async (list, x) => [...list, x], []);▮\n',
    'all.map((list, x) => [...list, x], []);▮\n',
  ])('leaves a reduction that it does not surely know (%#)', (code) => {
    mending('avoids_quadratic_loops', code).isLeft();
  });
  it('leaves an array that a caller may share', () => {
    mending('avoids_quadratic_loops', 'function f(out, x) {\n  out = [...out, x];▮\n}\n').isLeft();
  });
  it('shows a value as text', () => {
    mending('renders_no_untrusted_html', 'box.innerHTML = name;▮\n').gives(
      'box.textContent = name;\n',
    );
  });
});

it('applies the fix that came with a finding', () => {
  const finding = {
    ...at(2, 'check_idioms'),
    fixes: [{ file: 'a.ts', line: 2, endLine: 2, replacement: 'const b = 2;\n' }],
  };
  const { text, fixed } = mendFile({
    file: 'a.ts',
    text: 'f();\nvar b = 2;\n',
    findings: [finding],
  });
  expect([text, fixed.length]).toEqual(['f();\nconst b = 2;\n', 1]);
});

it('keeps Windows line ends', () => {
  mending('leaves_no_debris', 'a();\r\ndebugger;▮\r\nb();\r\n').gives('a();\r\nb();\r\n');
});

it('mends two findings of one line once', () => {
  const text = 'debugger;\nf();\n';
  const finding = at(1, 'leaves_no_debris');
  expect(mendFile({ file: 'a.ts', text, findings: [finding, finding] }).text).toBe('f();\n');
});

/** `▮` marks the line of the finding. */
function mending(check: string, marked: string) {
  const line = marked.slice(0, marked.indexOf('▮')).split('\n').length;
  const text = marked.replace('▮', '');
  const result = mendFile({ file: 'a.ts', text, findings: [at(line, check)] });
  return {
    gives: (expected: string) => expect(result.text).toBe(expected),
    isLeft: () => {
      expect(result.text).toBe(text);
      expect(result.left).toHaveLength(1);
    },
  };
}

function at(line: number, check: string): Finding {
  return {
    id: `f-${line}`,
    fingerprint: 'a'.repeat(64),
    check,
    rule: 'r',
    severity: 'warning',
    gating: true,
    file: 'a.ts',
    line,
    message: 'm',
    evidence: '',
    evidenceCheck: { status: 'exact' },
    origin: 'introduced',
    contentDigest: 'b'.repeat(64),
    voices: [{ scanner: 's', rule: 'r', severity: 'warning', line, message: 'm' }],
    agreement: 1,
  };
}
