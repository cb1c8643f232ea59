import { calleeTail } from '../../facts/callee.ts';
import type { ScriptVisitors } from '../../facts/script-visitors.ts';

const unsafeOptions: Readonly<Record<string, string>> = {
  nodeIntegration: 'true',
  nodeIntegrationInWorker: 'true',
  contextIsolation: 'false',
  webSecurity: 'false',
  allowRunningInsecureContent: 'true',
  enableRemoteModule: 'true',
  sandbox: 'false',
};
const windowOptions = /webPreferences|BrowserWindow|WebContents|electron/i;

/** Calls and options that widen what a process or page may do. */
export const privilegeRules: ScriptVisitors = {
  CallExpression: (call, file) => {
    if (file.isTest || !/^(?:l|f)?chmod(?:Sync)?$/.test(calleeTail(call))) return;
    const mode =
      call.arguments[1]?.getText(file.source) ?? call.arguments[0]?.getText(file.source) ?? '';
    if (!/^(?:0o?|['"]0?)?[0-7]?[0-7][0-7][2367]['"]?$/.test(mode)) return;
    file.report(call, {
      rule: 'world-writable',
      severity: 'warning',
      message: `The mode ${mode} lets every user of the machine change the file.`,
      suggestion: 'Give write permission to the owner only, for example 0o755 or 0o644.',
    });
  },
  PropertyAssignment: (node, file) => {
    const name = node.name.getText(file.source);
    const value = node.initializer.getText(file.source);
    if (unsafeOptions[name] !== value || !windowOptions.test(file.text)) return;
    file.report(node, {
      rule: 'unsafe-window-option',
      severity: 'warning',
      message: `${name}: ${value} gives page content access that it must not have.`,
      suggestion: 'Keep the safe default and expose single functions through a preload script.',
    });
  },
};
