import type { CallView } from '../match/view.ts';
import type { Rule, RuleGroup } from './rule.ts';

const processes =
  /^(child_process|shelljs|execa|cross-spawn|node-cmd|shell-exec|child-process-promise|node-pty|zx):|^(cp|child_process|childProcess|shell|shelljs|execa)(\.|$)|^(Deno\.(run|Command)|Bun\.spawn(Sync)?)/;

const shellInjection: Rule = {
  rule: 'command-injection/shell-text',
  check: 'executes_no_untrusted_commands',
  cwe: 'CWE-78',
  severity: 'critical',
  message: 'A shell runs text that is put together from a value somebody else controls.',
  suggestion:
    'Call execFile or spawn with a fixed program and an array of arguments, without a shell.',
  isGrave: true,
};
const program: Rule = {
  rule: 'command-injection/chosen-program',
  check: 'executes_no_untrusted_commands',
  cwe: 'CWE-78',
  severity: 'critical',
  message: 'The program to run is chosen by a value somebody else controls.',
  suggestion: 'Look the value up in a fixed table of programs.',
};
const shellArguments: Rule = {
  rule: 'command-injection/shell-arguments',
  check: 'executes_no_untrusted_commands',
  cwe: 'CWE-78',
  severity: 'critical',
  message: 'Arguments that somebody else controls are read by a shell.',
  suggestion: 'Drop the shell: run the program directly and pass the arguments as an array.',
  isGrave: true,
};
const option: Rule = {
  rule: 'command-injection/option-smuggling',
  check: 'executes_no_untrusted_commands',
  cwe: 'CWE-88',
  severity: 'warning',
  message: 'A value somebody else controls can be taken for an option of the program.',
  suggestion: 'Put "--" in front of the value, or reject values that start with a dash.',
};
const shellOption: Rule = {
  rule: 'command-injection/shell-option',
  check: 'executes_no_untrusted_commands',
  cwe: 'CWE-78',
  severity: 'info',
  message: 'The process is started through a shell, which reads its arguments as code.',
  suggestion: 'Leave `shell` out; where a shell is needed, keep every argument constant.',
};

const shells = /^(.*\/)?(sh|bash|zsh|dash|ksh|cmd|cmd\.exe|powershell(\.exe)?|pwsh)$/;
/** Programs whose options run other programs. */
const eagerPrograms = /^(.*\/)?(git|hg|svn|tar|curl|wget|rsync|ssh|find|zip|ffmpeg|xargs|man|npm)$/;

export const commandRules: RuleGroup = {
  sinks: [
    {
      rule: shellInjection,
      harm: 'command',
      methods:
        'exec execSync command commandSync execaCommand execaCommandSync run execAsync execPromise',
      callee: processes,
      given: [0],
      unknown: 'composed',
    },
    {
      rule: program,
      harm: 'command',
      methods: 'spawn spawnSync execFile execFileSync fork execa sync node run Command',
      callee: processes,
      given: [0],
      members: 'cmd',
    },
    {
      rule: shellArguments,
      harm: 'command',
      methods: 'spawn spawnSync execFile execFileSync execa sync',
      callee: processes,
      given: [1],
      when: isReadByShell,
    },
    {
      rule: option,
      harm: 'command',
      methods: 'spawn spawnSync execFile execFileSync execa sync',
      callee: processes,
      given: [1],
      when: (call) =>
        !isReadByShell(call) &&
        eagerPrograms.test(call.argument(0).text ?? '') &&
        !/['"`]--['"`]/.test(call.argument(1).source),
    },
  ],
  calls: [
    {
      rule: shellOption,
      methods: 'spawn spawnSync execFile execFileSync',
      callee: processes,
      when: isShell,
    },
  ],
};

function isReadByShell(call: CallView): boolean {
  return isShell(call) || shells.test(call.argument(0).text ?? '');
}

function isShell(call: CallView): boolean {
  const shell = call.argument(-1).member('shell');
  return shell.isTrue || (shell.text !== undefined && shell.text !== '');
}
