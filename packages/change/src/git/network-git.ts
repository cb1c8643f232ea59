import type { Repository } from '../repository.ts';
import { type Git, gitAt } from './git.ts';
import {
  type ConfigPair,
  configVariables,
  hardenedConfig,
  hardenedEnvironment,
  withoutGitVariables,
} from './hardened-environment.ts';

/** Variables by which users and build servers hand over keys and passwords. */
const allowedVariables = ['GIT_ASKPASS', 'GIT_SSH_COMMAND', 'GIT_SSH', 'GIT_SSH_VARIANT'];

/** Settings of the hardened profile that would keep us from reaching a remote at all. */
const liftedSettings = [
  'core.sshCommand',
  'core.askPass',
  'credential.helper',
  'protocol.allow',
  'protocol.ext.allow',
];

/**
 * Git for talking to a remote: the hardened profile, with keys and passwords let in.
 *
 * Programs that log in are taken from the configuration of the user and the machine, never from the
 * repository's own; transports are https, http, ssh and local paths. Nothing asks on the terminal.
 */
export async function networkGit(repository: Repository): Promise<Git> {
  const place = { GIT_DIR: repository.gitDir, GIT_IMPLICIT_WORK_TREE: '0' };
  const plain = gitAt(repository.gitDir, hardenedEnvironment(process.env, hardenedConfig, place));
  const trusted = await trustedLogins(plain);
  const ssh = trusted.find(([name]) => name.toLowerCase() === 'core.sshcommand')?.[1] ?? 'ssh';
  const kept = hardenedConfig.filter(([name]) => !liftedSettings.includes(name));
  const config: readonly ConfigPair[] = [
    ...kept,
    ['credential.helper', ''],
    ['core.sshCommand', ssh],
    ['core.askPass', ''],
    ['push.followTags', 'false'],
    ['push.gpgSign', 'false'],
    ['push.negotiate', 'false'],
    ['push.recurseSubmodules', 'no'],
    ...trusted,
  ];
  const given = allowedVariables.flatMap((name): [string, string][] => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  const env = {
    ...withoutGitVariables(process.env),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_ALLOW_PROTOCOL: 'https:http:ssh:file',
    ...configVariables(config),
    ...place,
    ...Object.fromEntries(given),
  };
  return gitAt(repository.gitDir, env);
}

/** Credential helpers, ssh and askpass programs of the user and the machine, in git's order. */
async function trustedLogins(git: Git): Promise<readonly ConfigPair[]> {
  const keys = '^(credential\\..*|core\\.(sshcommand|askpass))$';
  const listed = await Promise.all(
    ['--system', '--global'].map((scope) =>
      git.run(['config', scope, '--includes', '--null', '--get-regexp', keys]),
    ),
  );
  return listed.flatMap(({ code, stdout }) => (code === 0 ? pairs(stdout.toString('utf8')) : []));
}

/** Name and value are separated by a line end, pairs by NUL. */
function pairs(output: string): ConfigPair[] {
  return output
    .split('\0')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const end = pair.indexOf('\n');
      return end < 0 ? [pair, 'true'] : [pair.slice(0, end), pair.slice(end + 1)];
    });
}
