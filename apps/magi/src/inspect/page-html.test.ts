import { createHash } from 'node:crypto';
import type { SessionHead } from '@magi/engine/replay';
import { describe, expect, it } from 'vitest';
import { recordedPage, SERVED_POLICY, servedPage } from './page-html.ts';

const assets = {
  script: 'console.log("</script><!--", 1)',
  style: 'body{color:red}',
  licences: 'some library -- MIT',
};
const hostile = '</script><script>alert(1)</script><!--\u2028\u202e';

describe('a recorded page', () => {
  it('allows exactly the script and the style that stand in it', () => {
    const html = given();
    const [, policy = ''] = /Content-Security-Policy" content="([^"]+)"/.exec(html) ?? [];
    const script = between(html, '<script>', '</script>');
    expect(policy).toContain(`script-src 'sha256-${digest(script)}'`);
    expect(policy).toContain(`style-src 'sha256-${digest(assets.style)}'`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
  });

  it('keeps data from ending its element', () => {
    const html = given({ lines: [JSON.stringify({ text: hostile })] });
    expect(html.match(/<script/g)).toHaveLength(3);
    const data = between(html, '<script type="application/json" id="frames">', '</script>');
    expect(JSON.parse(data)).toEqual([{ text: hostile }]);
  });

  it('keeps the script from ending its own element', () => {
    expect(between(given(), '<script>', '</script>')).toBe(
      'console.log("\\x3C/script>\\x3C!--", 1)',
    );
  });

  it('shows the name of a run as text', () => {
    expect(given({ head: { ...head, run: '<b>"x"</b>' } })).toContain(
      '<title>&lt;b&gt;"x"&lt;/b&gt; · magi inspector</title>',
    );
  });

  it('names the libraries in it without ending the comment', () => {
    expect(given()).toContain('some library == MIT');
  });

  it('says what kept the log from being read to its end', () => {
    const html = given({ damage: 'entry #3 was altered' });
    expect(between(html, '<script type="application/json" id="damage">', '</script>')).toBe(
      '"entry #3 was altered"',
    );
  });
});

describe('the served page', () => {
  it('has nothing inline, so that its policy needs no exception', () => {
    expect(servedPage()).not.toMatch(/<script>|<style|style=|\son\w+=/);
    expect(SERVED_POLICY).not.toMatch(/unsafe|\*|https?:/);
  });
});

const head: SessionHead = {
  format: 1,
  run: 'r1',
  graphs: [],
  layouts: [],
  isLive: false,
  isFile: true,
  isBridged: false,
};

function given(changes: Partial<Parameters<typeof recordedPage>[1]> = {}): string {
  return recordedPage(assets, { head, lines: ['{"seq":0}'], damage: null, ...changes });
}

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start) + start.length;
  return text.slice(from, text.indexOf(end, from));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
