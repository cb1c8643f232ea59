import { isHostFixed } from '../match/fixed-host.ts';
import type { CallView, ValueView } from '../match/view.ts';
import type { Rule, RuleGroup } from './rule.ts';

const request: Rule = {
  rule: 'ssrf/chosen-address',
  check: 'check_input_handling',
  cwe: 'CWE-918',
  severity: 'critical',
  message: 'The server sends a request to an address that somebody else controls.',
  suggestion: 'Check the host against a list of allowed hosts before the request.',
};
const browser: Rule = {
  rule: 'ssrf/driven-browser',
  check: 'check_input_handling',
  cwe: 'CWE-918',
  severity: 'critical',
  message: 'A browser that runs on the server opens or shows what somebody else controls.',
  suggestion: 'Allow only known addresses and pass values as data; block private networks.',
};
const script: Rule = {
  rule: 'ssrf/script-in-driven-browser',
  check: 'evaluates_no_dynamic_code',
  cwe: 'CWE-918',
  severity: 'critical',
  message: 'A value somebody else controls becomes script in a browser that runs on the server.',
  suggestion: 'Give the browser a constant function, and check the values it is called with.',
};
const host: Rule = {
  rule: 'ssrf/composed-host',
  check: 'check_input_handling',
  cwe: 'CWE-918',
  severity: 'critical',
  message: 'The host of an address is put together from a value somebody else controls.',
  suggestion: 'Check the host against a list of allowed hosts.',
};

const clients =
  /^(axios|node-fetch|cross-fetch|isomorphic-fetch|got|request|request-promise(-native)?|needle|superagent|urllib|ky|bent|undici|phin|http|https|http2|follow-redirects|make-fetch-happen|wretch|node-libcurl|@nestjs\/axios|popsicle|unirest|ofetch):|^(window\.|globalThis\.|self\.)?(fetch|axios|got|request|needle|superagent|ky|nodeFetch)(\.\w+)?$|^https?\.(get|request)$|^\$fetch$|(^|\.)(httpService|axios\w*)\.(get|post|put|patch|delete|request|head)$/;
const driven =
  /^(puppeteer(-core|-extra)?|playwright(-\w+)?|@playwright\/test|phantom|chrome-remote-interface|wkhtmltopdf|wkhtmltoimage|selenium-webdriver|webdriverio|nightmare|zombie|html-pdf(-node)?|pdf-creator-node|webshot|node-webshot|pageres|capture-website):|(^|\.)(page|browser|context|frame|tab|phantom|phPage|client|Page|Runtime|Network|DOM|driver|chromium)\w*(\(\))?\.[\w$]+$/;

export const ssrfRules: RuleGroup = {
  sinks: [
    {
      rule: request,
      harm: 'ssrf',
      methods:
        'fetch get post put patch delete del head options request all stream axios got needle superagent ky bent default nodeFetch open connect phin pipeline getUri $fetch node-fetch: axios: request: ',
      callee: clients,
      given: [0],
      members: 'url uri host hostname baseURL baseUrl href path',
      least: 2,
      trustsEnvironment: true,
      when: (call) => !isHostFixed(addressOf(call)),
    },
    {
      rule: browser,
      harm: 'ssrf',
      methods:
        'goto navigate open openUrl setContent setDocumentContent printToPDF captureScreenshot url webshot create createPage newPage property get generatePdf waitForNavigation download evaluateOnNewDocument',
      callee: driven,
      given: 'any',
      members: 'url html content file headerTemplate footerTemplate',
    },
    {
      rule: browser,
      harm: 'ssrf',
      methods: 'generate wkhtmltopdf wkhtmltoimage default ',
      callee: /wkhtml/,
      given: [0],
    },
    {
      rule: script,
      harm: 'ssrf',
      methods:
        'evaluate evaluateHandle evaluateOnNewDocument addInitScript $eval $$eval evalOnSelector evalOnSelectorAll waitForFunction addScriptTag compileScript evaluateJavaScript evaluateAsync includeJs injectJs executeScript executeAsyncScript callFunctionOn runScript execute',
      callee: driven,
      given: 'any',
    },
  ],
  compositions: [
    {
      rule: host,
      harm: 'ssrf',
      least: 3,
      text: /^\s*(https?|wss?|ftp):\/\/(\s|[\w.-]*\s[\w.-]*(\/|:|$))/i,
    },
  ],
};

function addressOf(call: CallView): ValueView {
  const value = call.argument(0);
  if (!value.isObject) return value;
  return (
    ['url', 'uri', 'href', 'host', 'hostname', 'baseURL']
      .map((name) => value.member(name))
      .find((member) => member.node !== undefined) ?? value
  );
}
