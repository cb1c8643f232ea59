import type { AgentRole } from '../agent-answer.ts';

/** Variables that every agent gets where they are set: enough to run and to reach its model. */
const always = [
  'PATH',
  'MAGI_RUN',
  'LANG',
  'TERM',
  'TZ',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'ALL_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'all_proxy',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'SYSTEMROOT',
  'COMSPEC',
  'PATHEXT',
];

/** Git that asks nobody, reads no user configuration and finds no credentials. */
const gitWithoutCredentials = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: 'false',
  SSH_ASKPASS: 'false',
  GIT_SSH_COMMAND: 'false',
  GIT_OPTIONAL_LOCKS: '0',
};

const quiet = { DO_NOT_TRACK: '1', NO_COLOR: '1' };

export interface EnvironmentRequest {
  /** Environment of magi itself; only listed names are taken from it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly pass: readonly string[];
  readonly set: Readonly<Record<string, string>>;
  readonly role: AgentRole;
  /** HOME of the agent and, unless it is the user's own, of everything derived from HOME. */
  readonly home: string;
  readonly throwaway: boolean;
}

/**
 * The environment of an agent process: an allow-list, never a copy of ours.
 *
 * Neither role gets git credentials or an SSH agent: a reviewer has nothing to publish, and commits
 * of a fixer are made by its caller.
 */
export function agentEnvironment(request: EnvironmentRequest): Record<string, string> {
  const taken = [...always, ...request.pass].flatMap((name) => {
    const value = request.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const locale = Object.entries(request.env).flatMap(([name, value]) =>
    name.startsWith('LC_') && value !== undefined ? [[name, value] as const] : [],
  );
  return {
    ...Object.fromEntries([...taken, ...locale]),
    ...quiet,
    ...gitWithoutCredentials,
    HOME: request.home,
    ...(request.throwaway && derivedFromHome(request.home)),
    MAGI_ROLE: request.role,
    ...request.set,
  };
}

function derivedFromHome(home: string): Record<string, string> {
  return {
    USERPROFILE: home,
    XDG_CONFIG_HOME: `${home}/.config`,
    XDG_DATA_HOME: `${home}/.local/share`,
    XDG_STATE_HOME: `${home}/.local/state`,
    XDG_CACHE_HOME: `${home}/.cache`,
    TMPDIR: `${home}/tmp`,
  };
}
