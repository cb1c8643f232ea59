/**
 * What programs of the project (validation commands, command fixers) see of the environment.
 *
 * An allow-list: locale, paths and temporary folders. Tokens, keys and git variables stay behind.
 */
const ALLOWED = [
  'PATH',
  'MAGI_RUN',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'TERM',
  'TMPDIR',
  'TEMP',
  'TMP',
  'CI',
  'NODE_PATH',
  'SystemRoot',
  'ComSpec',
  'PATHEXT',
  'USERPROFILE',
  'APPDATA',
];

/** The allowed part of an environment, with further names that the configuration lists. */
export function childEnvironment(
  env: NodeJS.ProcessEnv,
  more: readonly string[] = [],
): Readonly<Record<string, string>> {
  const names = [...ALLOWED, ...more];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
