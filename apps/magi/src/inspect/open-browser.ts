import { spawn } from 'node:child_process';

/** The program that opens an address here; null where no person looks at a screen. */
export function browserCommand(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): readonly string[] | null {
  if ((env.CI ?? '') !== '') return null;
  if (env.BROWSER) return env.BROWSER === 'none' ? null : [env.BROWSER];
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['cmd', '/c', 'start', ''];
  if (env.WSL_DISTRO_NAME) return ['wslview'];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : null;
}

/** Opens an address in the browser of whoever is there; says whether anything was started. */
export function openBrowser(url: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const [program, ...args] = browserCommand(env, process.platform) ?? [];
  if (program === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(program, [...args, url], { detached: true, stdio: 'ignore', env });
    child.on('error', () => resolve(false));
    child.on('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
