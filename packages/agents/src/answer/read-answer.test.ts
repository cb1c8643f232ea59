import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { readAnswer } from './read-answer.ts';

const Answer = z.object({ id: z.literal('k'), ok: z.boolean(), notes: z.array(z.string()) });
const good = '{"id":"k","ok":true,"notes":["a"]}';

it.each([
  ['bare', good],
  ['in a fence', `\`\`\`json\n${good}\n\`\`\``],
  ['in prose', `Sure! Here it is:\n${good}\nLet me know.`],
  ['behind braces in prose', `The set {a, b} is fine.\n${good}`],
  ['behind a stray bracket', `I looked at [1, 2\n${good}`],
  ['after thinking', `<think>{"id":"k","ok":false,"notes":[]}</think>${good}`],
  ['in colours', `\u001b[32m${good}\u001b[0m`],
  ['behind a byte order mark', `\uFEFF${good}`],
  ['encoded twice', JSON.stringify(good)],
  ['in a list of one', `[${good}]`],
  ['in a wrapper', `{"result":${good}}`],
  ['as text in a wrapper', JSON.stringify({ result: good })],
  ['given twice in the same words', `${good}\n\n${good}`],
  ['with other keys', good.replace('{', '{"extra":1,')],
])('reads an answer %s', async (_, text) => {
  expect(await readAnswer(text, Answer)).toMatchObject({ data: { ok: true, notes: ['a'] } });
});

it.each([
  ['a trailing comma', '{"id":"k","ok":true,"notes":["a",],}'],
  ['single quotes', "{'id':'k','ok':true,'notes':['a']}"],
  ['words of Python', "{'id': 'k', 'ok': True, 'notes': ['a']}"],
  ['comments', '{"id":"k", /* yes */ "ok":true,"notes":["a"]}'],
  ['unquoted keys', '{id:"k",ok:true,notes:["a"]}'],
])('repairs %s', async (_, text) => {
  expect(await readAnswer(text, Answer)).toMatchObject({
    quality: 'repaired',
    data: { ok: true, notes: ['a'] },
  });
});

it.each([
  ['nothing', '', 'none'],
  ['prose', 'ACCEPT', 'none'],
  ['another object', '{"verdict":"ACCEPT"}', 'invalid'],
  ['somebody else’s name', good.replace('"k"', '"x"'), 'invalid'],
  ['two different answers', `${good}\n${good.replace('true', 'false')}`, 'invalid'],
  ['the same key twice', good.replace('"ok":true', '"ok":false,"ok":true'), 'none'],
  ['an abbreviated list', '{"id":"k","ok":true,"notes":["a",...]}', 'truncated'],
  ['a list that was cut off', '{"id":"k","ok":true,"notes":["a"', 'truncated'],
])('does not take %s for an answer', async (_, text, quality) => {
  expect(await readAnswer(text, Answer)).toMatchObject({ quality });
});

it('says what is wrong in at most five lines', async () => {
  const Wide = z.object(Object.fromEntries([...'abcdefgh'].map((key) => [key, z.string()])));
  const read = await readAnswer('{"a":1}', Wide);
  expect(read).toMatchObject({ quality: 'invalid' });
  expect('problems' in read && read.problems).toHaveLength(5);
  expect('problems' in read && read.problems[0]).toBe(
    'a: Invalid input: expected string, received number',
  );
});

it('never takes a proper prefix of an answer for the answer', async () => {
  const text = '{"id":"k","ok":true,"notes":["first note","second {note}"]}';
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: text.length - 1 }), async (length) => {
      expect(await readAnswer(text.slice(0, length), Answer)).not.toHaveProperty('data');
    }),
  );
});

it('reads any answer back from any surroundings without braces', async () => {
  const prose = fc.string().map((text) => text.replace(/[{}[\]"<]/g, ''));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string()), prose, prose, async (notes, before, after) => {
      const answer = { id: 'k', ok: false, notes };
      const read = await readAnswer(`${before}\n${JSON.stringify(answer)}\n${after}`, Answer);
      expect(read).toEqual({ quality: 'strict', data: answer });
    }),
  );
});
