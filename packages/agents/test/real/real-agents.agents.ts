import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentProfile } from '@magi/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type AskRequest,
  askAgent,
  createBreakerRegistry,
  presets,
  probeSandbox,
  readyProfile,
} from '../../src/index.ts';
import {
  answering,
  type ModelScript,
  type ModelServer,
  startModelServer,
  unlimitedBudget,
  wallClock,
  writing,
} from '../../src/testing/index.ts';

/*
 * Drives agent programs as they come from their registry against the scripted model. Which ones is
 * said by MAGI_AGENT_NAMES; `npm run test:agents` installs and names them.
 */

const Review = z.object({
  safe: z.boolean(),
  findings: z.array(z.object({ file: z.string(), line: z.int(), message: z.string() })),
});
const unsafe = {
  safe: false,
  findings: [{ file: 'src/a.js', line: 2, message: 'evaluates what the user typed' }],
};
const clean = { safe: true, findings: [] };
const names = (process.env.MAGI_AGENT_NAMES ?? '').split(',').filter((name) => name !== '');

describe.each(names)('%s', (name) => {
  const kinds = (['command', 'acp'] as const).filter((kind) => speaks(name, kind));

  describe.each(kinds)('over %s', (kind) => {
    it('returns findings of a real change through the schema', async () => {
      const rig = await given(name, kind, reviewing);
      const answer = await rig.ask('reviewer');
      expect(answer).toMatchObject({ status: 'ok', data: unsafe });
      expect(answer.evidence.home).toBe('throwaway');
    });

    it('cannot write as a reviewer, and the attempt is recorded', async () => {
      const rig = await given(name, kind, (request) =>
        request.toolResults.length === 0 && request.answerId !== null
          ? (writing(request, join(rig.worktree, 'src/mine.js'), 'mine') ?? withheld(rig.worktree))
          : answering(request, clean),
      );
      const before = rig.state();
      const answer = await rig.ask('reviewer');
      expect(rig.state()).toBe(before);
      expect(answer.status).toBe('ok');
      // One of them refuses in its own sandbox and tells only the model.
      if (name !== 'codex') expect(answer.evidence.refused.length).toBeGreaterThan(0);
    });

    if (isConfined(name, kind)) describeFixer(name, kind);
    else
      it('is not let loose as a fixer without a sandbox', async () => {
        const rig = await given(name, kind, reviewing);
        expect(await rig.ask('fixer')).toMatchObject({
          status: 'refused',
          code: 'sandbox-unavailable',
        });
      });

    it('corrects an answer of the wrong form', async () => {
      let answered = 0;
      const rig = await given(name, kind, (request) => {
        if (request.answerId === null) return { say: 'title' };
        return ++answered === 1 ? { say: 'It looks fine.' } : answering(request, clean);
      });
      const answer = await rig.ask('reviewer');
      // Some agents correct themselves before we have to ask.
      expect(answer.status).toBe('ok');
      expect(answered).toBeGreaterThan(1);
    });

    it('is ended with everything it started when the model hangs', async () => {
      const rig = await given(name, kind, () => ({ hang: true }));
      const answer = await rig.ask('reviewer', { limits: { timeoutMs: 4000 } });
      expect(answer).toMatchObject({ status: 'failed', code: 'timeout' });
      expect(processesIn(rig.worktree)).toEqual([]);
    });

    it('does not pass off an error of the provider as a review', async () => {
      const rig = await given(name, kind, () => ({ status: 400, message: 'bad request' }));
      expect((await rig.ask('reviewer')).status).toBe('failed');
    });
  });
});

function describeFixer(name: string, kind: 'command' | 'acp'): void {
  it('edits as a fixer inside its worktree, and the next review is clean', async () => {
    const rig = await given(name, kind, (request) => {
      if (request.prompt.includes('# Your role\n\nFixer') && request.toolResults.length === 0)
        return writing(request, join(rig.worktree, 'src/fix.js'), safeSource) ?? { say: 'no' };
      return reviewing(request);
    });
    const main = rig.mainState();
    const fixed = await rig.ask('fixer');
    expect(fixed.status).toBe('ok');
    expect(readFileSync(join(rig.worktree, 'src/fix.js'), 'utf8')).toContain('JSON.parse');
    writeFileSync(join(rig.worktree, 'src/a.js'), safeSource);
    expect(await rig.ask('reviewer')).toMatchObject({ status: 'ok', data: clean });
    expect(rig.mainState()).toBe(main);
  });

  it('cannot write outside of its worktree as a fixer', async () => {
    const outside = join(tmpdir(), `magi-outside-${process.pid}-${name}-${kind}.txt`);
    const rig = await given(name, kind, (request) =>
      request.toolResults.length === 0 && request.answerId !== null
        ? (writing(request, outside, 'escaped') ?? { say: 'no' })
        : answering(request, clean),
    );
    await rig.ask('fixer');
    expect(existsSync(outside)).toBe(false);
  });
}

const safeSource = 'export function read(text) {\n  return JSON.parse(text);\n}\n';
const unsafeSource = 'export function read(text) {\n  return eval(text);\n}\n';

const reviewing: ModelScript = (request) =>
  answering(request, request.prompt.includes('eval(text)') ? unsafe : clean);

/** Calls a tool that was not offered, as a captured model would. */
function withheld(worktree: string) {
  const args = { file_path: join(worktree, 'src/mine.js'), content: 'mine' };
  return { tool: { name: 'write_file', args } };
}

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

/** A repository with a change that evaluates input, checked out into a worktree of its own. */
async function given(name: string, kind: 'command' | 'acp', script: ModelScript) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'magi-real-')));
  const repository = join(root, 'repository');
  const worktree = join(root, 'worktree');
  const git = (cwd: string, ...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
      cwd,
      encoding: 'utf8',
    });
  execFileSync('git', ['init', '-q', '-b', 'main', repository]);
  execFileSync('mkdir', ['-p', join(repository, 'src')]);
  writeFileSync(join(repository, 'src/a.js'), safeSource);
  git(repository, 'add', '.');
  git(repository, 'commit', '-qm', 'base');
  git(repository, 'worktree', 'add', '-q', '-b', 'change', worktree);
  writeFileSync(join(worktree, 'src/a.js'), unsafeSource);
  git(worktree, 'commit', '-qam', 'change');
  const server = await startModelServer(script);
  cleanUps.push(
    () => server.close(),
    () => rmSync(root, { recursive: true, force: true }),
  );
  const digestOf = (folder: string) =>
    git(folder, 'status', '--porcelain') +
    git(folder, 'diff', 'HEAD') +
    git(folder, 'rev-parse', 'HEAD');
  return {
    worktree,
    state: () => digestOf(worktree),
    mainState: () => digestOf(repository),
    ask(role: 'reviewer' | 'fixer', over: Partial<AskRequest<z.infer<typeof Review>>> = {}) {
      return askAgent({
        profile: profileFor(name, kind, server),
        role,
        prompt: {
          role: role === 'fixer' ? 'Fixer' : 'Reviewer',
          instructions: role === 'fixer' ? 'Mend what was found.' : 'Review the change.',
          data: [{ label: 'change', text: git(worktree, 'diff', 'main') }],
        },
        schema: Review,
        cwd: worktree,
        budget: unlimitedBudget(),
        breaker: createBreakerRegistry({ clock: wallClock }),
        sandbox: 'auto',
        signal: new AbortController().signal,
        env: {
          PATH: process.env.PATH,
          HOME: root,
          OPENAI_API_KEY: 'dummy-key-for-tests',
          GEMINI_API_KEY: 'dummy-key-for-tests',
          ANTHROPIC_API_KEY: 'dummy-key-for-tests',
        },
        limits: { timeoutMs: 40_000 },
        integrity: async () => digestOf(worktree),
        ...over,
      });
    },
  };
}

function profileFor(name: string, kind: 'command' | 'acp', server: ModelServer): AgentProfile {
  const profile = readyProfile(name, kind);
  if (!profile || profile.kind === 'api') throw new Error(`no ready profile for ${name}`);
  const baseUrl = ['gemini', 'claude'].includes(name) ? server.url : `${server.url}/v1`;
  const env = ['gemini', 'claude', 'codex'].includes(name) ? [] : ['OPENAI_API_KEY'];
  return { ...profile, baseUrl, env, model: 'scripted-model' };
}

/** True when a fixer is kept inside its worktree by the agent, by our permissions or by a sandbox. */
function isConfined(name: string, kind: 'command' | 'acp'): boolean {
  const preset = presets().find((one) => one.name === name);
  return kind === 'acp' || preset?.confinesFixer === true || probeSandbox(process.env).usable;
}

function speaks(name: string, kind: 'command' | 'acp'): boolean {
  const profile = readyProfile(name, kind);
  if (!profile || profile.kind === 'api') return false;
  const [program = ''] = profile.command;
  return (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, program)));
}

/** Processes whose working directory is a folder. */
function processesIn(folder: string): readonly string[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === folder;
      } catch {
        return false;
      }
    });
}
