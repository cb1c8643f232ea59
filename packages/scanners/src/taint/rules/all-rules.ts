import { indexRules } from '../match/rule-index.ts';
import { cloudRules } from './cloud.ts';
import { codeRules } from './code.ts';
import { commandRules } from './command.ts';
import { cryptoRules } from './crypto.ts';
import { deserialiseRules } from './deserialise.ts';
import { htmlRules } from './html.ts';
import { miscRules } from './misc.ts';
import { pathRules } from './path.ts';
import { prototypeRules } from './prototype.ts';
import { redirectRules } from './redirect.ts';
import { regexRules } from './regex.ts';
import { secretRules } from './secret.ts';
import { sqlRules } from './sql.ts';
import { ssrfRules } from './ssrf.ts';
import { transportRules } from './transport.ts';
import { webRules } from './web.ts';
import { xmlRules } from './xml.ts';

/** Every rule of the engine. */
export const allRules = indexRules([
  commandRules,
  codeRules,
  sqlRules,
  pathRules,
  ssrfRules,
  redirectRules,
  htmlRules,
  xmlRules,
  deserialiseRules,
  prototypeRules,
  cryptoRules,
  transportRules,
  cloudRules,
  webRules,
  secretRules,
  regexRules,
  miscRules,
]);
