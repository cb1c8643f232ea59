import type { Rule, RuleGroup } from './rule.ts';

const uninitialised: Rule = {
  rule: 'memory/uninitialised-buffer',
  check: 'check_input_handling',
  cwe: 'CWE-119',
  severity: 'info',
  message:
    'The buffer starts with whatever was in memory, or is written without a check of bounds.',
  suggestion: 'Use Buffer.alloc or Buffer.from, and leave `noAssert` out.',
};
const format: Rule = {
  rule: 'logging/chosen-format',
  check: 'check_input_handling',
  cwe: 'CWE-134',
  severity: 'info',
  message: 'The format of a log line is put together from a value that may contain "%s".',
  suggestion: 'Use a constant format and pass the value as an argument.',
};
const debuggingOption = /^--remote-debugging-(port|address)\b/;

const bridge: Rule = {
  rule: 'desktop/node-in-page',
  check: 'check_privilege_boundaries',
  cwe: 'CWE-250',
  severity: 'critical',
  message: 'Pages of this window can use Node: script in a page owns the machine.',
  suggestion: 'Keep nodeIntegration off and contextIsolation and webSecurity on.',
};

const debugging: Rule = {
  rule: 'browser/debugging-exposed',
  check: 'check_privilege_boundaries',
  cwe: 'CWE-94',
  severity: 'info',
  message: 'The browser listens for a debugger, through which others can run code in it.',
  suggestion: 'Leave the debugging port closed, or bind it to the local machine only.',
};

export const miscRules: RuleGroup = {
  strings: [{ rule: debugging, when: (text) => debuggingOption.test(text) }],
  compositions: [
    {
      rule: debugging,
      harm: 'code',
      unknown: 'dynamic',
      text: /^--remote-debugging-(port|address)\b/,
    },
  ],
  calls: [
    { rule: uninitialised, methods: 'allocUnsafe allocUnsafeSlow', callee: /Buffer\.allocUnsafe/ },
    {
      rule: uninitialised,
      methods: 'Buffer SlowBuffer',
      callee: /^Buffer$|^buffer:Buffer$/,
      when: (call) => call.isNew && !call.argument(0).isConstant,
    },
    {
      rule: uninitialised,
      methods:
        'readUInt8 readUInt16LE readUInt16BE readUInt32LE readUInt32BE readInt8 readInt16LE readInt16BE readInt32LE readInt32BE readFloatLE readFloatBE readDoubleLE readDoubleBE writeUInt8 writeUInt16LE writeUInt16BE writeUInt32LE writeUInt32BE writeInt8 writeInt16LE writeInt16BE writeInt32LE writeInt32BE writeFloatLE writeFloatBE writeDoubleLE writeDoubleBE',
      when: (call) => call.argument(-1).isTrue,
    },
    {
      rule: format,
      methods: 'log info warn error debug trace format',
      callee: /^(console|util)\.(log|info|warn|error|debug|trace|format)$|^util:format$/,
      when: (call) =>
        call.count > 1 && call.argument(0).isComposed && call.argument(0).taint.length > 0,
    },
  ],
  properties: [
    {
      rule: bridge,
      names:
        'nodeIntegration nodeIntegrationInWorker nodeIntegrationInSubFrames allowRunningInsecureContent enableRemoteModule',
      when: (value) => value.isTrue,
    },
    { rule: bridge, names: 'webSecurity contextIsolation', when: (value) => value.isFalse },
  ],
};
