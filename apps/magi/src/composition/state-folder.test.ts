import { describe, expect, it } from 'vitest';
import { stateFolders } from './state-folder.ts';

describe('stateFolders', () => {
  it('prefers the git folder that all working trees share', () => {
    expect(stateFolders('/r/.git', { HOME: '/home/ada' })).toEqual({
      preferred: '/r/.git/magi',
      fallback: expect.stringMatching(/^\/home\/ada\/\.local\/state\/magi\/r-[0-9a-f]{12}$/),
    });
  });

  it('keeps repositories of the same name apart', () => {
    const env = { XDG_STATE_HOME: '/state' };
    expect(stateFolders('/a/r/.git', env).fallback).not.toBe(
      stateFolders('/b/r/.git', env).fallback,
    );
  });

  it('lets MAGI_HOME override everything', () => {
    expect(stateFolders('/r/.git', { MAGI_HOME: '/m' })).toEqual({
      preferred: '/m',
      fallback: null,
    });
  });

  it('uses the XDG state folder outside of repositories', () => {
    expect(stateFolders(null, { XDG_STATE_HOME: '/state' }).preferred).toBe('/state/magi');
  });

  it('ignores a relative XDG_STATE_HOME', () => {
    const env = { XDG_STATE_HOME: 'state', HOME: '/home/ada' };
    expect(stateFolders(null, env).preferred).toBe('/home/ada/.local/state/magi');
  });
});
