import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRecord } from './conflict-record.ts';
import { addConflict, readConflictSlot, resolveConflict } from './conflict-slot.ts';
import { decodeField, encodeField } from './field-encoding.ts';

const OPEN_ONE = line('clarity/plan-1', 'names-are-plain');
const OPEN_TWO = line('clarity/plan-1/task-2', 'names-are-plain');
const DONE = line('scope/phase', 'stays-small', 'split');

describe('the slot of a review file', () => {
  it('counts what is open', () => {
    expect(openIn(file([OPEN_ONE, DONE, OPEN_TWO]))).toBe(2);
    expect(openIn(file([OPEN_ONE, DONE, OPEN_TWO]).replaceAll('\n', '\r\n'))).toBe(2);
    expect(openIn(file([]))).toBe(0);
  });

  it('counts an open record however it is spaced', () => {
    for (const odd of [
      OPEN_ONE.replace('- [ ]', ' - [ ]'),
      OPEN_ONE.replace('- [ ]', '\t-  [  ]'),
      OPEN_ONE.replace('- [ ] ', '- []  '),
      '- [ ] REVISION_CONFLICT something without fields',
    ]) {
      expect(openIn(file([odd]))).toBe(1);
    }
  });

  it('reads records of older files, whose fields are plain', () => {
    const plain =
      '- [ ] REVISION_CONFLICT clarity/plan-1 — required_property: names are plain | conflicts with: the glossary | alternatives: rename, alias';
    const slot = readConflictSlot(file([plain]));
    expect(slot.ok && slot.value.open[0]).toEqual({
      id: 'clarity/plan-1',
      requiredProperty: 'names are plain',
      conflictsWith: 'the glossary',
      alternatives: 'rename, alias',
      resolution: null,
    });
  });

  it('does not hear what is said outside of it', () => {
    expect(openIn(`${file([])}\n${OPEN_ONE}\n`)).toBe(0);
  });

  it.each([
    ['an unknown mark', ['- [?] REVISION_CONFLICT a']],
    ['another case', [OPEN_ONE.replace('REVISION_CONFLICT', 'Revision_Conflict')]],
    ['a hyphenated marker', [OPEN_ONE.replace('REVISION_CONFLICT', 'REVISION-CONFLICT')]],
    ['a closed record without an id', ['- [x] REVISION_CONFLICT  — required_property: a']],
    ['a heading between records', [OPEN_ONE, '## Something else', OPEN_TWO]],
    ['a second beginning', ['<!-- gsd:plan-revision-conflicts:begin -->']],
    ['prose', ['there are no conflicts']],
  ])('blocks at %s', (_what, lines) => {
    expect(readConflictSlot(file(lines))).toMatchObject({
      ok: false,
      error: { kind: 'malformed' },
    });
  });

  it.each([
    ['nothing at all', ''],
    ['a file without a slot', '# Reviews\n\ntext\n'],
    ['a slot further down', `# Reviews\n\ntext\n\n${file([]).slice('# Reviews\n'.length)}`],
    ['another comment', file([]).replaceAll('plan-revision', 'gsd-plan-revision')],
  ])('blocks at %s, it is never zero', (_what, text) => {
    expect(readConflictSlot(text)).toMatchObject({ ok: false, error: { kind: 'no-slot' } });
  });

  it.each([
    ['another heading', file([]).replace('## Plan-Revision', '## Plan Revision')],
    ['an end that is not exact', file([]).replace(':end -->', ':end  -->')],
  ])('blocks at %s', (_what, text) => {
    expect(readConflictSlot(text)).toMatchObject({ ok: false, error: { kind: 'malformed' } });
  });

  it('accepts "(none)" as nothing, with a warning', () => {
    for (const none of ['(none)', '(none recorded)']) {
      const slot = readConflictSlot(file([none]));
      expect(slot.ok && [slot.value.open.length, slot.value.warnings.length]).toEqual([0, 1]);
    }
  });
});

describe('writing a conflict', () => {
  it('puts any text on one line, and gives it back', () => {
    fc.assert(
      fc.property(
        someText(),
        someText(),
        someText(),
        (requiredProperty, conflictsWith, alternatives) => {
          const record = { id: 'a/b', requiredProperty, conflictsWith, alternatives };
          const written = addConflict(file([]), record);
          expect(written.ok && written.value.split('\n').length).toBe(
            file([]).split('\n').length + 1,
          );
          const slot = written.ok ? readConflictSlot(written.value) : written;
          expect(slot.ok && slot.value.open).toEqual([{ ...record, resolution: null }]);
        },
      ),
    );
  });

  it('writes the same conflict once', () => {
    const once = value(addConflict(file([]), conflict));
    expect(value(addConflict(once, conflict))).toBe(once);
    expect(
      value(addConflict(value(resolveConflict(once, conflict, 'split')), conflict)),
    ).not.toContain('- [ ]');
  });

  it('keeps the same property of two tasks apart', () => {
    const other = { ...conflict, id: `${conflict.id}/task-2` };
    expect(openIn(value(addConflict(value(addConflict(file([]), conflict)), other)))).toBe(2);
  });

  it('touches no file without a slot, and writes no empty field', () => {
    expect(addConflict('# Reviews\n', conflict)).toMatchObject({ error: { kind: 'no-slot' } });
    expect(addConflict(file([]), { ...conflict, alternatives: ' ' })).toMatchObject({
      error: { kind: 'empty-field' },
    });
  });
});

describe('closing a conflict', () => {
  it('flips only the one that is meant', () => {
    const text = file([OPEN_ONE, OPEN_TWO]);
    const closed = value(
      resolveConflict(text, { id: 'clarity/plan-1', requiredProperty: 'names-are-plain' }, 'alias'),
    );
    expect(closed).toContain(OPEN_TWO);
    expect(closed).toContain(`${OPEN_ONE.replace('- [ ]', '- [x]')} | resolved: alias`);
    expect(openIn(closed)).toBe(1);
  });

  it('keeps the line breaks of all other lines', () => {
    const text = `${file([OPEN_ONE]).replaceAll('\n', '\r\n')}tail\nof\r\nmixed\n`;
    const closed = value(
      resolveConflict(text, { id: 'clarity/plan-1', requiredProperty: 'names-are-plain' }, 'alias'),
    );
    expect(closed.endsWith('tail\nof\r\nmixed\n')).toBe(true);
    expect(closed.match(/\r\n/g)?.length).toBe(text.match(/\r\n/g)?.length);
  });

  it('refuses one that is not there', () => {
    expect(
      resolveConflict(file([OPEN_ONE]), { id: 'other', requiredProperty: 'names-are-plain' }, 'x'),
    ).toMatchObject({ error: { kind: 'unknown-record' } });
  });
});

describe('the encoding of fields', () => {
  it('loses nothing and tells every two texts apart', () => {
    fc.assert(
      fc.property(someText(), (text) => {
        const encoded = value(encodeField(text));
        expect(encoded).toMatch(/^[A-Za-z0-9._~%-]+$/);
        expect(value(decodeField(encoded))).toBe(text);
      }),
    );
  });

  it('refuses what is empty and what it would not have made', () => {
    expect(encodeField('')).toMatchObject({ error: { kind: 'empty' } });
    expect(decodeField('a b')).toMatchObject({ error: { kind: 'not-encoded' } });
    expect(decodeField('%c3%a9')).toMatchObject({ error: { kind: 'not-encoded' } });
    expect(decodeField('100%')).toMatchObject({ error: { kind: 'not-encoded' } });
  });
});

const conflict = {
  id: 'clarity/plan-1',
  requiredProperty: 'names are plain',
  conflictsWith: 'the glossary',
  alternatives: 'rename; alias',
};

function line(id: string, requiredProperty: string, resolution: string | null = null): string {
  const record = { id, requiredProperty, conflictsWith: 'x', alternatives: 'y', resolution };
  return formatRecord(record) ?? '';
}

function file(lines: readonly string[]): string {
  return [
    '# Reviews',
    '',
    '<!-- gsd:plan-revision-conflicts:begin -->',
    '## Plan-Revision Conflicts',
    ...lines,
    '<!-- gsd:plan-revision-conflicts:end -->',
    '',
  ].join('\n');
}

function openIn(text: string): number {
  const slot = readConflictSlot(text);
  if (!slot.ok) throw new Error(slot.error.message);
  return slot.value.open.length;
}

function someText() {
  return fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== '');
}

function value<Value>(
  result:
    | { readonly ok: true; readonly value: Value }
    | { readonly ok: false; readonly error: unknown },
): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
