import type { Rule, RuleGroup } from './rule.ts';

const evaluation: Rule = {
  rule: 'code-injection/evaluated-text',
  check: 'evaluates_no_dynamic_code',
  cwe: 'CWE-95',
  severity: 'critical',
  message: 'Text that is not constant is run as code.',
  suggestion: 'Parse the value as data (JSON.parse, a lookup table) instead of running it.',
};
const sandbox: Rule = {
  rule: 'code-injection/sandbox-is-no-fence',
  check: 'evaluates_no_dynamic_code',
  cwe: 'CWE-94',
  severity: 'critical',
  message: 'A value somebody else controls is run by `vm` or a sandbox library, which can be left.',
  suggestion: 'Run foreign code in a separate process without rights, or not at all.',
};
const context: Rule = {
  rule: 'code-injection/foreign-context',
  check: 'evaluates_no_dynamic_code',
  cwe: 'CWE-94',
  severity: 'warning',
  message: 'Values somebody else controls are the globals of code that `vm` runs.',
  suggestion: 'Give the code copies of plain data, made with JSON.parse(JSON.stringify(…)).',
};
const timer: Rule = {
  rule: 'code-injection/text-in-timer',
  check: 'evaluates_no_dynamic_code',
  cwe: 'CWE-95',
  severity: 'critical',
  message: 'A timer is given text, which it runs as code.',
  suggestion: 'Give the timer a function.',
};
const loading: Rule = {
  rule: 'code-injection/chosen-module',
  check: 'evaluates_no_dynamic_code',
  cwe: 'CWE-95',
  severity: 'critical',
  message: 'Which module is loaded depends on a value somebody else controls.',
  suggestion: 'Look the value up in a fixed table of modules.',
};
const template: Rule = {
  rule: 'code-injection/template-source',
  check: 'evaluates_no_dynamic_code',
  cwe: 'CWE-1336',
  severity: 'critical',
  message: 'A value somebody else controls becomes the source of a template, which is code.',
  suggestion: 'Keep the template constant and pass the value as data.',
};
/** Reported by `match/computed-members.ts`. */
export const chosenMethod: Rule = {
  rule: 'code-injection/chosen-method',
  check: 'evaluates_no_dynamic_code',
  cwe: 'CWE-94',
  severity: 'warning',
  message: 'Which method is called depends on a value somebody else controls.',
  suggestion: 'Look the value up in a Map, or check it against a list of allowed names.',
};

export const codeRules: RuleGroup = {
  sinks: [
    {
      rule: sandbox,
      harm: 'code',
      methods:
        'runInContext runInNewContext runInThisContext compileFunction Script run runFile runInVm SourceTextModule',
      callee: /^(vm|vm2|isolated-vm|sandboxjs?|node:vm):|^(vm|vm2|sandbox|nodeVM)\./,
      given: [0],
    },
    {
      rule: context,
      harm: 'code',
      methods: 'runInContext runInNewContext createContext',
      callee: /^vm:|^vm\./,
      given: [0, 1],
      when: (call) => /createContext$/.test(call.name) || call.argument(1).taint.length > 0,
    },
    {
      rule: sandbox,
      harm: 'code',
      methods: 'VM NodeVM VMScript',
      callee: /^vm2:/,
      given: 'any',
    },
    {
      rule: evaluation,
      harm: 'code',
      methods: 'parse run eval evaluate compile exec safeEval runCode notevil default ',
      callee:
        /^(safe-eval|notevil|sandbox|eval5|static-eval|expression-eval|jexl|mathjs|node-eval|safer-eval|eval|expr-eval|require-from-string):/,
      given: 'any',
    },
    {
      rule: timer,
      harm: 'code',
      methods: 'setTimeout setInterval setImmediate execScript',
      callee: /^(window\.|globalThis\.|self\.)?(setTimeout|setInterval|setImmediate|execScript)$/,
      given: [0],
      least: 3,
      unknown: 'composed',
    },
    {
      rule: loading,
      harm: 'code',
      methods: 'require import',
      callee: /^(require|import)$/,
      given: [0],
      trustsEnvironment: true,
    },
    {
      rule: template,
      harm: 'code',
      methods:
        'compile render renderString template renderFile compileClient renderAsync from_string',
      callee:
        /^(pug|jade|ejs|handlebars|nunjucks|mustache|lodash|underscore|dot|eta|hogan\.js|swig|squirrelly|marko|liquidjs|twig|art-template|doT|velocityjs)(\/\w+)?:|^(_|Handlebars|ejs|pug|Mustache|nunjucks|doT|swig)\.\w+$/,
      given: [0],
    },
  ],
  calls: [
    {
      rule: evaluation,
      methods: 'eval Function execScript',
      callee: /^((window|global|globalThis|self)\.)?(eval|Function|execScript)$/,
      when: (call) => call.count > 0 && !call.argument(-1).isConstant,
    },
  ],
};
