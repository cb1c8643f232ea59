import type { ValueView } from './view.ts';

const maxHops = 3;

/** A text that could be a key: not empty, no placeholder, no name of something else. */
export function isLiteralKey(value: ValueView): boolean {
  const text = value.text ?? wrappedText(value) ?? value.fallback;
  if (text === undefined || text.length < 3) return false;
  return !/^(\$\{|<|%|\{\{|process\.|your[-_ ]|xxx|\*+$|\.\.\.|-----BEGIN (PUBLIC|CERT)|(md5|sha\d+|hex|base64|utf-?8|string|password|secret|text|hidden|none)$)/i.test(
    text,
  );
}

/** The text inside of what makes a key of it: `JWK.asKey('…')`, `Buffer.from('…')`. */
function wrappedText(value: ValueView, hops = 0): string | undefined {
  const inner = value.call;
  if (inner === undefined || hops > maxHops) return undefined;
  if (!/(asKey|importKey|createSecretKey|from|encode|parse|oct)$/.test(inner.name))
    return undefined;
  return inner.argument(0).text ?? wrappedText(inner.argument(0), hops + 1);
}
