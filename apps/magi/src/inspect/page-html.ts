import { createHash } from 'node:crypto';
import type { SessionHead } from '@magi/engine/replay';
import type { PageAssets } from './page-assets.ts';

/** What a page may do: nothing but run its own script, use its own style and ask its own server. */
export const SERVED_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** The page as it is served; everything else it asks its server for. */
export function servedPage(): string {
  return page({
    head: ['<link rel="stylesheet" href="app.css">'],
    body: ['<script src="app.js"></script>'],
    title: 'magi inspector',
  });
}

/** A run as it stands in a page of its own. */
export interface RecordedSession {
  readonly head: SessionHead;
  /** One JSON text a frame. */
  readonly lines: readonly string[];
  readonly damage: string | null;
}

/**
 * The page with a whole run in it: one file that asks nobody for anything.
 *
 * Its policy allows exactly the script and the style that stand in it.
 */
export function recordedPage(
  { script, style, licences }: PageAssets,
  session: RecordedSession,
): string {
  const inlineScript = script.replace(/<(?=\/script|script|!--)/gi, '\\x3C');
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${digest(inlineScript)}'`,
    `style-src 'sha256-${digest(style)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return page({
    head: [
      `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
      `<!--\nThe script of this page contains:\n${licences.replaceAll('--', '==')}\n-->`,
      `<style>${style}</style>`,
    ],
    body: [
      data('session', JSON.stringify(session.head)),
      data('frames', `[\n${session.lines.join(',\n')}\n]`),
      ...(session.damage === null ? [] : [data('damage', JSON.stringify(session.damage))]),
      `<script>${inlineScript}</script>`,
    ],
    title: `${session.head.run} · magi inspector`,
  });
}

interface PageParts {
  readonly head: readonly string[];
  readonly body: readonly string[];
  readonly title: string;
}

function page({ head, body, title }: PageParts): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    ...head,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)}</title>`,
    '<link rel="icon" href="data:,">',
    '</head>',
    '<body>',
    '<div id="app"></div>',
    '<noscript>This page needs JavaScript, its own and no other.</noscript>',
    ...body,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** Data that no browser takes for markup: without `<`, nothing in it can end the element. */
function data(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json.replaceAll('<', '\\u003c')}</script>`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
