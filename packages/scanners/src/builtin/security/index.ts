import persona from '../../../personas/security.json' with { type: 'json' };
import type { BuiltinScanner } from '../scanner.ts';
import { avoidsCatastrophicRegex } from './avoids-catastrophic-regex.ts';
import { checkInputHandling } from './check-input-handling.ts';
import { checkPrivilegeBoundaries } from './check-privilege-boundaries.ts';
import { evaluatesNoDynamicCode } from './evaluates-no-dynamic-code.ts';
import { executesNoUntrustedCommands } from './executes-no-untrusted-commands.ts';
import { exposesNoSecrets } from './exposes-no-secrets.ts';
import { keepsTransportAndCookiesSafe } from './keeps-transport-and-cookies-safe.ts';
import { rendersNoUntrustedHtml } from './renders-no-untrusted-html.ts';
import { usesSoundCrypto } from './uses-sound-crypto.ts';

/** Hostile input, secrets, weak protection. */
export const security: BuiltinScanner = {
  id: 'security',
  persona,
  when: 'always',
  checks: [
    exposesNoSecrets,
    executesNoUntrustedCommands,
    evaluatesNoDynamicCode,
    checkInputHandling,
    rendersNoUntrustedHtml,
    usesSoundCrypto,
    keepsTransportAndCookiesSafe,
    avoidsCatastrophicRegex,
    checkPrivilegeBoundaries,
  ],
};
