/*
 * Weaknesses in groups: a finding answers a label when both lie in the same group.
 *
 * Catalogues of weaknesses are finer than scanners are: CWE-94 and CWE-95 name the same `eval`.
 * A weakness may lie in two groups where its catalogue entry covers both (CWE-522: credentials
 * that leak through code as well as through a cookie).
 */

/** @type {Record<string, readonly number[]>} */
const weaknesses = {
  command: [77, 78, 88],
  code: [94, 95, 96, 98, 470, 706, 829, 913, 1336],
  sql: [89, 90, 564, 643, 943],
  path: [22, 23, 35, 36, 73, 98, 434, 706],
  ssrf: [441, 918],
  redirect: [601],
  xss: [79, 80, 83, 87, 116],
  xxe: [611, 776, 827],
  deserialisation: [502],
  prototype: [915, 1321],
  crypto: [
    208, 287, 310, 323, 325, 326, 327, 328, 329, 330, 331, 335, 338, 340, 345, 347, 759, 760, 780,
    916, 1204, 1240,
  ],
  tls: [295, 296, 297, 300, 311, 319, 757],
  web: [
    183, 290, 306, 345, 346, 352, 451, 522, 539, 548, 565, 598, 614, 644, 693, 922, 942, 1004, 1021,
    1275,
  ],
  secret: [256, 257, 259, 260, 312, 321, 522, 532, 547, 798],
  regex: [185, 400, 625, 1333],
};

/** Words of rule names and folders, for labels whose rule names no weakness. */
const words = Object.entries({
  command: /\b(command|child|shell|spawn|exec)\b/,
  code: /\b(eval|code|vm2?|sandbox|require|template)\b/,
  sql: /\b(sqli?|nosql|mongo|dynamo|sequelize|knex)\b/,
  path: /\b(path|traversal|lfr|sendfile|zip|tar)\b/,
  ssrf: /\b(ssrf)\b/,
  redirect: /\b(redirect)\b/,
  xss: /\b(xss|html|sanitiz\w*|innerhtml|href|script)\b/,
  xxe: /\b(xxe|xml\w*|expat|sax)\b/,
  deserialisation: /\b(deserializ\w*|unserializ\w*|yaml)\b/,
  prototype: /\b(prototype|mass|assign)\b/,
  crypto: /\b(crypto|hash|cipher|md5|sha1|jwt|aead|random)\b/,
  tls: /\b(tls|ssl|https?|ws|unencrypted|encryption)\b/,
  web: /\b(cookie|csrf|cors|session|origin|frame|postmessage)\b/,
  secret: /\b(secret|hardcoded|credential|password|token)\b/,
  regex: /\b(redos|regexp?)\b/,
});

/** Every group, in the order tables are printed in. */
export const groupNames = [...Object.keys(weaknesses), 'other'];

/**
 * Names the groups of a weakness such as `CWE-89: …`, or of the words that stand in for it.
 *
 * @param {readonly string[]} cwes
 * @param {string} name rule id, with the folder it lies in
 * @returns {string[]} never empty
 */
export function groupsOf(cwes, name) {
  const numbers = cwes.flatMap((cwe) => {
    const match = /CWE-0*(\d+)/i.exec(cwe);
    return match === null ? [] : [Number(match[1])];
  });
  const groups = Object.entries(weaknesses)
    .filter(([, members]) => numbers.some((number) => members.includes(number)))
    .map(([group]) => group);
  if (groups.length > 0) return groups;
  if (numbers.length > 0) return ['other'];
  const text = name.toLowerCase().replace(/[^a-z0-9]+/g, ' ');
  const spoken = words.filter(([, pattern]) => pattern.test(text)).map(([group]) => group);
  return spoken.length > 0 ? spoken : ['other'];
}
