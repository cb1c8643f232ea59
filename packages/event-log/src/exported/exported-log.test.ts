import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { EventLog } from '@magi/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collect, versionsOf } from '../conformance/events.ts';
import { describeReadOnlyLog } from '../conformance/index.ts';
import { BIG_TEXT, done, INIT, record, timer } from '../conformance/recorded-run.ts';
import { createMemoryLog } from '../memory-log.ts';
import { verifyRun } from '../verify/verify-run.ts';
import { exportRun } from './export-run.ts';
import { openExportedLog } from './exported-log.ts';

let folder: string;
let whole: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'magi-export-'));
  const log = createMemoryLog();
  await record(log, 'run', [INIT, timer('1'), done(BIG_TEXT), timer('3'), timer('4')]);
  whole = (await collect(exportRun(log, 'run'))).join('');
});

afterAll(() => rmSync(folder, { recursive: true }));

describeReadOnlyLog('exported log', (source, place) => openCopy(source, place, (text) => text));
describeReadOnlyLog('exported log, packed by gzip', (source, place) =>
  openCopy(source, place, gzipSync),
);

describe('a damaged exported log', () => {
  it.each<[string, (lines: string[]) => string, object, number[]]>([
    [
      'a flipped byte in an entry',
      (lines) => lines.with(3, flip(lines[3] as string, '"id":"3"')).join(''),
      { kind: 'altered', seq: 3, severity: 'error' },
      [1, 2, 3],
    ],
    [
      'a flipped byte that breaks the JSON',
      (lines) => lines.with(1, (lines[1] as string).replace('{', '[')).join(''),
      { kind: 'unreadable', seq: 1, severity: 'error' },
      [1],
    ],
    [
      'a flipped byte in a stored hash',
      (lines) => lines.with(1, (lines[1] as string).replace(/.("\}\n)$/, swapHexDigit)).join(''),
      { kind: 'broken-chain', seq: 1, severity: 'error' },
      [1],
    ],
    [
      'a line that is missing',
      (lines) => lines.toSpliced(1, 1).join(''),
      { kind: 'gap', seq: 1, severity: 'error' },
      [1],
    ],
    [
      'a line that stands there twice',
      (lines) => lines.toSpliced(2, 0, lines[1] as string).join(''),
      { kind: 'duplicate', seq: 1, severity: 'error' },
      [1, 2],
    ],
    [
      'a torn last line',
      (lines) => lines.slice(0, 5).join('').slice(0, -30),
      { kind: 'torn-tail', seq: 4, severity: 'repairable' },
      [1, 2, 3, 4],
    ],
    [
      'bytes that are no text',
      (lines) => lines.with(4, '\ufffd').join(''),
      { kind: 'unreadable', seq: 4, severity: 'error' },
      [1, 2, 3, 4],
    ],
  ])(
    'with %s is named once and gives everything before it (L14)',
    async (_what, damage, named, kept) => {
      const log = await openText(damage(whole.split(/(?<=\n)/)));
      expect(log.damageOf('run')).toMatchObject([named]);
      expect(await versionsOf(log, 'run')).toEqual(kept);
      const { ok, problems } = await verifyRun(log, 'run');
      expect(ok).toBe(false);
      expect(problems).toContainEqual(expect.objectContaining(named));
    },
  );

  it('with a blob of other bytes or none is named by the entry that needs it (L8)', async () => {
    const other = await openText(whole.replace('"base64":"', '"base64":"AAAA'));
    expect((await verifyRun(other, 'run')).problems).toMatchObject([
      { kind: 'blob-corrupt', seq: 2 },
    ]);
    const none = await openText(whole.split('{"$blobContent"')[0] as string);
    expect((await verifyRun(none, 'run')).problems).toMatchObject([
      { kind: 'blob-missing', seq: 2 },
    ]);
  });

  it('that is packed gives everything before the damage too', async () => {
    const packed = gzipSync(whole, { level: 0 });
    const cut = await openBytes(packed.subarray(0, packed.indexOf('"id":"3"')));
    expect(cut.damageOf('run')).toMatchObject([{ kind: 'torn-tail', seq: 3 }]);
    expect(await versionsOf(cut, 'run')).toEqual([1, 2, 3]);
  });

  it.each([
    ['empty', ''],
    ['something else', 'hello\n'],
  ])('that is %s is refused by name', async (_what, text) => {
    await expect(openText(text)).rejects.toMatchObject({ code: 'MAGI_LOG_CORRUPT' });
  });

  it('that is not there is refused by name', async () => {
    await expect(openExportedLog(join(folder, 'none'))).rejects.toMatchObject({
      code: 'MAGI_LOG_MISSING',
    });
  });
});

async function openCopy(
  source: EventLog,
  place: string,
  pack: (text: string) => string | Uint8Array,
): Promise<EventLog> {
  const file = join(place, 'run.magi.jsonl');
  writeFileSync(file, pack((await collect(exportRun(source, 'run'))).join('')));
  return openExportedLog(file);
}

function openText(text: string) {
  // One character stands for a byte that no UTF-8 text has.
  return openBytes(
    Buffer.from(text.replaceAll('\ufffd', '\u00ff'), text.includes('\ufffd') ? 'latin1' : 'utf8'),
  );
}

async function openBytes(bytes: Uint8Array) {
  const file = join(folder, 'damaged.magi.jsonl');
  writeFileSync(file, bytes);
  return openExportedLog(file);
}

function flip(line: string, part: string): string {
  return line.replace(part, part.replace(/\d/, '9'));
}

function swapHexDigit(match: string): string {
  return `${match[0] === 'a' ? 'b' : 'a'}${match.slice(1)}`;
}
