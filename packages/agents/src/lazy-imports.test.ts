import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('.', import.meta.url));
const heavy =
  /^import (?!type)[^;]*from '(?:ai|@ai-sdk\/[a-z-]+|@agentclientprotocol\/sdk|jsonrepair)'/m;

it('loads no library of an agent or a provider before somebody is asked', () => {
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing'),
  );
  expect(sources.length).toBeGreaterThan(40);
  const eager = sources.filter((file) => heavy.test(readFileSync(join(root, file), 'utf8')));
  expect(eager).toEqual([]);
});
