import { describe, expect, it } from 'vitest';
import { browserCommand, openBrowser } from './open-browser.ts';

describe('browserCommand', () => {
  it('is what the platform opens addresses with', () => {
    expect(browserCommand({}, 'darwin')).toEqual(['open']);
    expect(browserCommand({ DISPLAY: ':0' }, 'linux')).toEqual(['xdg-open']);
    expect(browserCommand({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toEqual(['xdg-open']);
    expect(browserCommand({ WSL_DISTRO_NAME: 'Debian' }, 'linux')).toEqual(['wslview']);
  });

  it('is what the user names', () => {
    expect(browserCommand({ BROWSER: 'my-browser' }, 'linux')).toEqual(['my-browser']);
    expect(browserCommand({ BROWSER: 'none', DISPLAY: ':0' }, 'linux')).toBeNull();
  });

  it('is nothing where nobody looks at a screen', () => {
    expect(browserCommand({}, 'linux')).toBeNull();
    expect(browserCommand({ CI: 'true', DISPLAY: ':0' }, 'linux')).toBeNull();
  });
});

describe('openBrowser', () => {
  it('says false for a program that is not there', async () => {
    expect(await openBrowser('http://127.0.0.1:1/', { BROWSER: '/no/such/browser' })).toBe(false);
  });
});
