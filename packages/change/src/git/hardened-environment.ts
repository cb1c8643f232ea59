/** One `name=value` pair of configuration, given to git above everything that it reads from files. */
export type ConfigPair = readonly [name: string, value: string];

/**
 * Settings that keep a hostile repository from running anything, and an odd one from changing what
 * we read. Filter drivers are missing here because their names are free: see `filterOverrides`.
 */
export const hardenedConfig: readonly ConfigPair[] = [
  // Programs that configuration can name.
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.pager', 'cat'],
  ['core.editor', 'false'],
  ['core.sshCommand', 'false'],
  ['core.askPass', ''],
  ['core.gitProxy', ''],
  ['core.alternateRefsCommand', ''],
  ['credential.helper', ''],
  ['diff.external', ''],
  ['gpg.program', 'false'],
  ['gpg.ssh.program', 'false'],
  ['commit.gpgSign', 'false'],
  ['tag.gpgSign', 'false'],
  ['log.showSignature', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['submodule.recurse', 'false'],
  ['protocol.allow', 'never'],
  ['protocol.ext.allow', 'never'],
  ['safe.bareRepository', 'explicit'],
  // Settings that would change what is read or how it is counted.
  ['core.attributesFile', '/dev/null'],
  ['core.bigFileThreshold', '512m'],
  ['core.ignoreStat', 'false'],
  ['core.protectNTFS', 'true'],
  ['core.safecrlf', 'false'],
  ['core.splitIndex', 'false'],
  ['core.untrackedCache', 'false'],
  ['i18n.commitEncoding', 'UTF-8'],
];

/**
 * Environment for a run of git: the caller's without any `GIT_*`, with configuration handed over
 * as `GIT_CONFIG_*` pairs, because a `-c` option cannot carry a name that contains `=`.
 */
export function hardenedEnvironment(
  inherited: NodeJS.ProcessEnv,
  config: readonly ConfigPair[],
  extra: Readonly<Record<string, string>> = {},
): NodeJS.ProcessEnv {
  return {
    ...withoutGitVariables(inherited),
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    // A partial clone must not fetch missing objects behind our back.
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    ...configVariables(config),
    ...extra,
  };
}

export function withoutGitVariables(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !name.toUpperCase().startsWith('GIT_')),
  );
}

export function configVariables(config: readonly ConfigPair[]): Record<string, string> {
  const variables: Record<string, string> = { GIT_CONFIG_COUNT: String(config.length) };
  for (const [index, [name, value]] of config.entries()) {
    variables[`GIT_CONFIG_KEY_${index}`] = name;
    variables[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return variables;
}
