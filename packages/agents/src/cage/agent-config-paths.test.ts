import { expect, it } from 'vitest';
import { isAgentConfig } from './agent-config-paths.ts';

it.each([
  '.claude/settings.json',
  'packages/app/.claude/hooks/start.sh',
  '.mcp.json',
  'opencode.json',
  '.opencode/plugin/x.ts',
  '.pi/extensions/x.ts',
  '.gemini/settings.json',
  '.qwen/settings.json',
  '.codex/config.toml',
  '.github/hooks/x',
  'CLAUDE.md',
  'sub/AGENTS.md',
])('leaves out %s', (path) => {
  expect(isAgentConfig(path)).toBe(true);
});

it.each([
  'src/claude/index.ts',
  'docs/agents.md.txt',
  'src/opencode.ts',
  '.github/workflows/ci.yml',
  'pi/a.ts',
  'src/mcp.json',
])('keeps %s', (path) => {
  expect(isAgentConfig(path)).toBe(false);
});
