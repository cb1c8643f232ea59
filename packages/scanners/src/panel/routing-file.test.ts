import { expect, it } from 'vitest';
import { overlayRouting, parseRouting } from './routing-file.ts';

it('takes the first persona path of a bullet, which may wrap over lines', () => {
  const rules = parse(`
## Review

- **The Core Auditor:** looks at modules
  and idioms. *Path:* \`personas/core.json\`, not \`personas/other.json\`
- **Security:** looks for holes. *Path:* \`./personas/sec/security.json\`
`);
  expect(rules.map(({ persona, line }) => [persona, line])).toEqual([
    ['personas/core.json', 4],
    ['personas/sec/security.json', 6],
  ]);
});

it('leaves out bullets without a persona', () => {
  expect(parse('- **Trainer:** has no path\n- see `personas/` for all')).toEqual([]);
});

it('reads our own conditions', () => {
  const [rule] = parse(
    '- **UI:** looks. *Path:* `personas/ui.json` *Files:* `**/*.tsx`, `web/**` *When:* `asked`',
  );
  expect(rule).toMatchObject({ files: ['**/*.tsx', 'web/**'], when: ['asked'] });
});

it('replaces rules by those of an overlay and adds the others', () => {
  const base = parse('- a *Path:* `personas/a.json`\n- b *Path:* `personas/b.json`');
  const overlay = parse(
    '- b *Path:* `personas/b.json` *When:* `never`\n- c *Path:* `personas/c.json`',
  );
  expect(overlayRouting(base, overlay).map(({ persona, when }) => [persona, ...when])).toEqual([
    ['personas/a.json'],
    ['personas/b.json', 'never'],
    ['personas/c.json'],
  ]);
});

function parse(text: string) {
  return parseRouting('.magi/ROUTING.md', text);
}
