import { statementAround } from '../match/surroundings.ts';
import type { CallView } from '../match/view.ts';
import { textOf } from '../model/syntax.ts';
import type { Rule, RuleGroup } from './rule.ts';

const unencrypted: Rule = {
  rule: 'cloud/unencrypted-store',
  check: 'keeps_transport_and_cookies_safe',
  cwe: 'CWE-311',
  severity: 'warning',
  message: 'A store, a queue or a volume is declared without encryption.',
  suggestion: 'Name an encryption, with a key of your own where the data needs it.',
};
const plainAccess: Rule = {
  rule: 'cloud/plain-text-access',
  check: 'keeps_transport_and_cookies_safe',
  cwe: 'CWE-319',
  severity: 'warning',
  message:
    'The bucket can be read and written over an unencrypted connection, or keeps plain text.',
  suggestion: 'Set `enforceSSL: true` and name an encryption.',
};
const open: Rule = {
  rule: 'cloud/public-access',
  check: 'check_privilege_boundaries',
  cwe: 'CWE-306',
  severity: 'warning',
  message: 'A resource is open to everybody.',
  suggestion: 'Grant access to named principals only.',
};
const everything: Rule = {
  rule: 'cloud/all-actions-allowed',
  check: 'check_privilege_boundaries',
  cwe: 'CWE-250',
  severity: 'warning',
  message: 'A policy allows every action, or every resource.',
  suggestion: 'List the actions and resources that are needed.',
};

const library = /^(aws-cdk-lib(\/[\w-]+)?|@aws-cdk\/[\w-]+|monocdk):/;

export const cloudRules: RuleGroup = {
  calls: [
    {
      rule: plainAccess,
      methods: 'Bucket',
      callee: library,
      when: (call) => {
        const options = call.argument(2);
        const isSilent = ['encryption', 'encryptionKey', 'enforceSSL'].every(
          (name) => options.member(name).node === undefined,
        );
        const isOpen =
          options.member('enforceSSL').isFalse ||
          /UNENCRYPTED/.test(options.member('encryption').source);
        return call.isNew && isSeen(call) && (isSilent || isOpen);
      },
    },
    {
      rule: unencrypted,
      methods: 'Queue',
      callee: library,
      when: (call) =>
        call.isNew &&
        isUnnamed(call, 'encryption', /UNENCRYPTED/) &&
        call.argument(2).member('encryptionMasterKey').node === undefined,
    },
    { rule: open, methods: 'grantPublicAccess', when: () => true },
    {
      rule: open,
      methods: 'Project',
      callee: library,
      when: (call) => call.isNew && call.argument(2).member('badge').isTrue,
    },
    {
      rule: open,
      methods: 'AnyPrincipal StarPrincipal',
      callee: library,
      when: (call) => call.isNew && /ALLOW/.test(statementAround(call.node)),
    },
  ],
  properties: [
    {
      rule: unencrypted,
      names: 'encrypted storageEncrypted encryptionAtRest',
      when: (value) => value.isFalse,
    },
    { rule: open, names: 'publicReadAccess publiclyAccessible', when: (value) => value.isTrue },
    {
      rule: everything,
      names: 'actions Action',
      when: (value, node) =>
        /^\[?\s*['"](\w+:)?\*['"]\s*,?\s*\]?$/.test(value.source) &&
        !/DENY|Deny/.test(textOf(node.parent)),
    },
  ],
};

/** True when the whole configuration is in sight, or there is none. */
function isSeen(call: CallView): boolean {
  return call.argument(2).node === undefined || call.argument(2).isObject;
}

function isUnnamed(call: CallView, member: string, weak: RegExp): boolean {
  const value = call.argument(2).member(member);
  return isSeen(call) && (value.node === undefined || weak.test(value.source));
}
