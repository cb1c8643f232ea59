import { indexRules } from '../match/rule-index.ts';
import { addressRules } from './address.ts';
import { cipherRules } from './ciphers.ts';
import { cloudRules } from './cloud.ts';
import { chosenMethod, codeRules } from './code.ts';
import { commandRules } from './command.ts';
import { cookieRules } from './cookies.ts';
import { credentialRules } from './credentials.ts';
import { deserialiseRules } from './deserialise.ts';
import { escapingRules } from './escaping.ts';
import { hashRules } from './hashes.ts';
import { keyRules } from './keys.ts';
import { markupRules } from './markup.ts';
import { miscRules } from './misc.ts';
import { nosqlRules } from './nosql.ts';
import { originRules } from './origins.ts';
import { pageResponseRules } from './page-response.ts';
import { pathRules } from './path.ts';
import { chosenKey, chosenMember, prototypeRules } from './prototype.ts';
import { redirectRules } from './redirect.ts';
import { exponential, polynomial, regexRules } from './regex.ts';
import type { Rule, RuleGroup } from './rule.ts';
import { serverRules } from './server.ts';
import { sqlRules } from './sql.ts';
import { ssrfRules } from './ssrf.ts';
import { tokenContentRules } from './token-contents.ts';
import { tokenRules } from './tokens.ts';
import { transportRules } from './transport.ts';
import { xmlRules } from './xml.ts';

const groups: readonly RuleGroup[] = [
  commandRules,
  codeRules,
  sqlRules,
  nosqlRules,
  pathRules,
  ssrfRules,
  redirectRules,
  pageResponseRules,
  markupRules,
  addressRules,
  escapingRules,
  xmlRules,
  deserialiseRules,
  prototypeRules,
  cipherRules,
  hashRules,
  tokenRules,
  transportRules,
  cloudRules,
  cookieRules,
  originRules,
  serverRules,
  keyRules,
  credentialRules,
  tokenContentRules,
  regexRules,
  miscRules,
];

/** Every rule of the engine, by what decides whether a node can break it. */
export const allRules = indexRules(groups);

/** The names of all rules, sorted. */
export const ruleNames: readonly string[] = [
  ...new Set([
    ...groups.flatMap((group) => Object.values(group).flatMap(namesOf)),
    ...[chosenMethod, chosenKey, chosenMember, exponential, polynomial].map(({ rule }) => rule),
  ]),
].sort();

function namesOf(rules: readonly { readonly rule: Rule }[]): readonly string[] {
  return rules.map(({ rule }) => rule.rule);
}
