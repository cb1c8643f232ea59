import { indexRules } from '../match/rule-index.ts';
import { cloudRules } from './cloud.ts';
import { chosenMethod, codeRules } from './code.ts';
import { commandRules } from './command.ts';
import { cryptoRules } from './crypto.ts';
import { deserialiseRules } from './deserialise.ts';
import { htmlRules } from './html.ts';
import { miscRules } from './misc.ts';
import { pathRules } from './path.ts';
import { chosenKey, prototypeRules } from './prototype.ts';
import { redirectRules } from './redirect.ts';
import { exponential, polynomial, regexRules } from './regex.ts';
import type { Rule, RuleGroup } from './rule.ts';
import { secretRules } from './secret.ts';
import { sqlRules } from './sql.ts';
import { ssrfRules } from './ssrf.ts';
import { transportRules } from './transport.ts';
import { webRules } from './web.ts';
import { xmlRules } from './xml.ts';

const groups: readonly RuleGroup[] = [
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
];

/** Every rule of the engine, by what decides whether a node can break it. */
export const allRules = indexRules(groups);

/** The names of all rules, sorted. */
export const ruleNames: readonly string[] = [
  ...new Set([
    ...groups.flatMap((group) => Object.values(group).flatMap(namesOf)),
    ...[chosenMethod, chosenKey, exponential, polynomial].map(({ rule }) => rule),
  ]),
].sort();

function namesOf(rules: readonly { readonly rule: Rule }[]): readonly string[] {
  return rules.map(({ rule }) => rule.rule);
}
