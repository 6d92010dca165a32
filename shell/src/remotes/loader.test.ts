import type { Remote } from '@touchline/api/http/remotes';
import { defineRemote } from '@touchline/host/remote';
import { describe, expect, test, vi } from 'vitest';
import { createLoader } from './loader.ts';
import { RemoteFailure } from './remote-failure.ts';

const REMOTE: Remote = {
  name: 'mf-scratch',
  version: '1.0.0',
  manifest: '/remotes/mf-scratch/1.0.0/mf-manifest.json',
  routes: [{ path: '/scratch', audience: 'everyone' }],
  integrity: null,
  assets: [],
};
const NEWER: Remote = { ...REMOTE, version: '1.1.0', manifest: '/remotes/mf-scratch/1.1.0/mf-manifest.json' };
const module = { remote: defineRemote({ '/scratch': () => null }) };

describe('loading a remote', () => {
  test('returns its pages', async () => {
    const fetchRemote = vi.fn(async () => module);
    expect((await createLoader(fetchRemote).load(REMOTE)).pages).toHaveProperty('/scratch');
    expect(fetchRemote.mock.calls).toEqual([[REMOTE, 0]]);
  });

  test('returns one promise, even if the registry names a newer version', async () => {
    const loader = createLoader(async () => module);
    expect(loader.load(NEWER)).toBe(loader.load(REMOTE));
  });

  test.each([
    ['REMOTE_UNREACHABLE', new RemoteFailure('mf-scratch', 'REMOTE_UNREACHABLE')],
    ['REMOTE_BROKEN', new Error('at load')],
  ])('fails with the code %s', async (code, error) => {
    const loading = createLoader(() => Promise.reject(error)).load(REMOTE);
    await expect(loading).rejects.toMatchObject({ remote: 'mf-scratch', code });
  });

  test.each([
    ['nothing', null],
    ['something else', { remote: { screens: {} } }],
  ])('refuses a module that exposes %s', async (_, exposed) => {
    const loading = createLoader(async () => exposed).load(REMOTE);
    await expect(loading).rejects.toMatchObject({ code: 'REMOTE_INVALID' });
  });

  test('times out after eight seconds', async () => {
    vi.useFakeTimers();
    const loading = createLoader(() => new Promise(() => {})).load(REMOTE);
    const outcome = expect(loading).rejects.toMatchObject({ code: 'REMOTE_TIMEOUT' });
    await vi.advanceTimersByTimeAsync(8_000);
    await outcome;
    vi.useRealTimers();
  });

  test('keeps a failure until it is forgotten, then makes another attempt with the version of that moment', async () => {
    let broken = true;
    const fetchRemote = vi.fn(async (_remote: Remote, _attempt: number) => {
      if (broken) throw new Error('at load');
      return module;
    });
    const loader = createLoader(fetchRemote);
    await expect(loader.load(REMOTE)).rejects.toThrow();
    await expect(loader.load(REMOTE)).rejects.toThrow();
    expect(fetchRemote).toHaveBeenCalledTimes(1);
    broken = false;
    loader.forget(REMOTE.name);
    await loader.load(NEWER);
    expect(fetchRemote.mock.lastCall).toEqual([NEWER, 1]);
  });

  test('fetches all files again after a failure: a copy that was spoiled on the way would stay in the cache', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(''));
    const loader = createLoader(async () => module);
    const remote = {
      ...REMOTE,
      assets: [{ url: '/remotes/mf-scratch/1.0.0/page.js', integrity: 'sha384-x' }],
    };
    await loader.load(remote);
    expect(fetched).not.toHaveBeenCalled();
    loader.forget(remote.name);
    await loader.load(remote);
    expect(fetched.mock.calls).toEqual([['/remotes/mf-scratch/1.0.0/page.js', { cache: 'reload' }]]);
    fetched.mockRestore();
  });

  test('forgets the failure of a preload', async () => {
    let broken = true;
    const loader = createLoader(async () => {
      if (broken) throw new Error('at load');
      return module;
    });
    loader.preload(REMOTE);
    // The failure passes through several promises of the loader.
    await new Promise((done) => setTimeout(done));
    broken = false;
    expect((await loader.load(REMOTE)).pages).toHaveProperty('/scratch');
  });
});
