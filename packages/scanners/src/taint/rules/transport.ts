import { textOf } from '../model/syntax.ts';
import type { Rule, RuleGroup } from './rule.ts';

const base = { check: 'keeps_transport_and_cookies_safe', severity: 'warning' } as const;

const unchecked: Rule = {
  ...base,
  severity: 'critical',
  rule: 'transport/certificates-unchecked',
  cwe: 'CWE-295',
  message: 'Certificates are not checked, so that anybody on the way can answer.',
  suggestion: 'Leave the check on; give the client the certificate authority it needs with `ca`.',
};
const oldVersion: Rule = {
  ...base,
  rule: 'transport/old-tls',
  cwe: 'CWE-327',
  message: 'A version of TLS below 1.2 is allowed, which is broken.',
  suggestion: 'Use `minVersion: "TLSv1.2"` or leave the default.',
};
const plain: Rule = {
  ...base,
  rule: 'transport/plain-text',
  cwe: 'CWE-319',
  message: 'The connection is not encrypted: what it carries can be read and changed on the way.',
  suggestion: 'Use the encrypted form of the protocol (https, wss, sftp, TLS credentials).',
};
/** Hosts that never leave the machine or the test bench. */
const local =
  /^(http|ws|ftp|telnet):\/\/(localhost|127\.|0\.0\.0\.0|\[?::1|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|host\.docker|[\w-]+(:|\/|$)|[\w.-]*\.(local|localhost|internal|test|invalid|svc|lan|localdomain)(:|\/|$))/i;
/** Addresses that are names and are never opened. */
const nameOnly =
  /^http:\/\/(www\.)?(w3\.org|json-schema\.org|schema\.org|xmlns\.com|schemas\.|purl\.org|ns\.adobe|opengis|relaxng|xml\.org|docbook|xml\.apache|java\.sun)/i;

const openers =
  /^(axios|node-fetch|cross-fetch|got|request|request-promise(-native)?|needle|superagent|urllib|ky|undici|http|unirest|isomorphic-fetch|supertest|@angular\/common\/http):|^(Request|fetch|axios|got|request|needle|superagent|unirest|\$)(\.\w+)?$|^http\.(get|request)$|^(\$|jQuery)\.(get|post|ajax|getJSON)$|(^|\.)(http|httpClient|httpService|axios\w*|xhr|XMLHttpRequest\(\)|client)\.(get|post|put|patch|delete|request|head|open)$/;

export const transportRules: RuleGroup = {
  calls: [
    {
      rule: plain,
      methods:
        'Request fetch get post put patch delete head options request open ajax getJSON all axios got needle superagent ky default unirest ',
      callee: openers,
      when: (call) =>
        [0, 1].some((index) => {
          const value = call.argument(index);
          const address = [
            value.text,
            value.member('url').text,
            value.member('uri').text,
            value.member('baseURL').text,
          ];
          return address.some(isPlainWeb);
        }) ||
        isPlainProtocol(
          call.argument(0).member('protocol').text,
          call.argument(0).member('hostname').text ?? call.argument(0).member('host').text,
        ),
    },
    {
      rule: plain,
      methods: 'create',
      callee: /^axios[.:]create$/,
      when: (call) => isPlainWeb(call.argument(0).member('baseURL').text),
    },
    {
      rule: plain,
      methods: 'WebSocket w3cwebsocket ReconnectingWebSocket default connect ',
      callee: /WebSocket$|^(ws|websocket|reconnecting-websocket|isomorphic-ws):/i,
      when: (call) => isPlainSocket(call.argument(0).text),
    },
    {
      rule: plain,
      methods: 'createInsecure',
      callee: /(^|[.:])((Server|Channel)?[cC]redentials)\.createInsecure$|grpc/,
    },
    {
      rule: plain,
      methods: 'connect createConnection Client',
      callee: /^(telnet-client|telnet-stream|basic-ftp|ftp|jsftp|promise-ftp|@icetee\/ftp):/,
      when: (call) => !call.argument(0).member('secure').isTrue,
    },
    {
      rule: plain,
      methods: 'createTransport createTransporter',
      callee: /mailer/,
      when: (call) => call.argument(0).member('ignoreTLS').isTrue,
    },
    {
      rule: plain,
      methods: 'SMTPServer',
      callee: /^smtp-server:/,
      when: (call) => /['"]STARTTLS['"]/.test(call.argument(0).member('disabledCommands').source),
    },
  ],
  properties: [
    {
      rule: unchecked,
      names:
        'rejectUnauthorized strictSSL verifySsl verifySSL trustServerCertificate insecureSkipVerify',
      when: (value, node) =>
        /^(trust|insecure)/.test(textOf(node.name)) ? value.isTrue : value.isFalse,
    },
    {
      rule: unchecked,
      names: 'checkServerIdentity',
      when: (value) =>
        /^\(?\w*\)?\s*=>\s*(undefined|null|\{\s*\}|true)$|^function\s*\(\w*\)\s*\{\s*\}$/.test(
          value.source,
        ),
    },
    {
      rule: oldVersion,
      names: 'minVersion maxVersion secureProtocol minDHSize',
      when: (value) =>
        /^(TLSv1(\.1)?|SSLv[23]|TLSv1(_1)?_method|SSLv(2|3|23)_method)$/.test(value.text ?? ''),
    },
    {
      rule: plain,
      names: 'ssl tls encrypt encrypted useTLS requireTLS enforceSSL useSSL requireSSL',
      when: (value, node) => value.isFalse && isConnection(textOf(node.parent)),
    },
  ],
  assignments: [
    {
      rule: unchecked,
      target: /\bNODE_TLS_REJECT_UNAUTHORIZED\b/,
      when: (value) => value.text === '0' || value.source === '0' || value.isFalse,
    },
    {
      rule: plain,
      target: /(^|\.)(location|href|src|action|baseURL|endpoint)$/,
      when: (value) => isPlainWeb(value.text),
    },
  ],
  attributes: [
    {
      rule: plain,
      names: 'action src',
      when: (value) => isPlainWeb(value.text),
    },
  ],
  strings: [{ rule: plain, when: (text) => isPlainSocket(text) && /\.\w/.test(text) }],
};

function isConnection(text: string): boolean {
  return /\b(host|hostname|server|port|dialect|database|uri|url|connectionString|dialectOptions|broker|smtp)\b/i.test(
    text,
  );
}

function isPlainWeb(address: string | undefined): boolean {
  return (
    address !== undefined &&
    /^(http|ftp):\/\//i.test(address) &&
    !local.test(address) &&
    !nameOnly.test(address)
  );
}

function isPlainSocket(address: string | undefined): boolean {
  return address !== undefined && /^ws:\/\//i.test(address) && !local.test(address);
}

function isPlainProtocol(protocol: string | undefined, host: string | undefined): boolean {
  return /^http:?$/.test(protocol ?? '') && host !== undefined && !local.test(`http://${host}`);
}
