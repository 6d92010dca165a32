import type { Remote } from '@touchline/api/http/remotes';
import { defineRemote } from '@touchline/host/remote';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createLoader, type FederationRuntime } from './loader.ts';

const REMOTE: Remote = {
  name: 'mf-scratch',
  version: '1.0.0',
  manifest: '/remotes/mf-scratch/1.0.0/mf-manifest.json',
  routes: [{ path: '/scratch', audience: 'everyone' }],
  integrity: null,
  assets: [{ url: '/remotes/mf-scratch/1.0.0/remoteEntry.js', integrity: 'sha384-x' }],
};
const ENTRY = '/remotes/mf-scratch/1.0.0/remoteEntry.js';
const NEWER_ENTRY = '/remotes/mf-scratch/1.1.0/remoteEntry.js';
const NEWER: Remote = {
  ...REMOTE,
  version: '1.1.0',
  manifest: '/remotes/mf-scratch/1.1.0/mf-manifest.json',
  assets: [{ url: NEWER_ENTRY, integrity: 'sha384-y' }],
};
const module = { remote: defineRemote({ '/scratch': () => null }) };

/**
 * Behaves like the real runtime: a failed scope remains failed until it is registered again with `force`, which also removes the
 * shared modules that the scope was the first to load.
 */
function federation(load: (entry: string) => Promise<unknown>) {
  const entries = new Map<string, string>();
  const overlays: Record<string, object> = { '2.0.0': { from: 'mf_scratch' } };
  const registered: { entry: string; force: boolean }[] = [];
  const runtime: FederationRuntime = {
    registerRemotes([remote], options) {
      if (!remote || (entries.has(remote.name) && !options?.force)) return;
      entries.set(remote.name, remote.entry);
      registered.push({ entry: remote.entry, force: options?.force ?? false });
      if (options?.force) delete overlays['2.0.0'];
    },
    registerPlugins: () => {},
    shareScopeMap: { default: { '@touchline/ui/overlays': overlays } },
    loadRemote: (id) => load(entries.get(id.split('/')[0] ?? '') ?? '') as never,
  };
  return { runtime, registered, overlays };
}

// Files are refetched before a retry.
beforeEach(() => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(''));
  return () => fetched.mockRestore();
});

describe('remote loader', () => {
  test('load registers the remote by its scope and returns its pages', async () => {
    const { runtime, registered } = federation(async () => module);
    const loader = createLoader(() => runtime);
    expect((await loader.load(REMOTE)).pages).toHaveProperty('/scratch');
    expect(registered).toEqual([{ entry: ENTRY, force: false }]);
  });

  test('load returns the same promise, even if the registry lists a newer version', async () => {
    const { runtime } = federation(async () => module);
    const loader = createLoader(() => runtime);
    expect(loader.load(NEWER)).toBe(loader.load(REMOTE));
  });

  test('load fails with the runtime’s error code', async () => {
    const { runtime } = federation(async () => {
      throw new Error('[ Federation Runtime ]: Failed to get manifest. #RUNTIME-003');
    });
    await expect(createLoader(() => runtime).load(REMOTE)).rejects.toMatchObject({
      remote: 'mf-scratch',
      code: 'RUNTIME-003',
    });
  });

  test.each([
    ['nothing', null],
    ['something else', { remote: { screens: {} } }],
  ])('load rejects a module that exposes %s', async (_, exposed) => {
    const { runtime } = federation(async () => exposed);
    await expect(createLoader(() => runtime).load(REMOTE)).rejects.toMatchObject({ code: 'REMOTE_INVALID' });
  });

  test('load times out after eight seconds', async () => {
    vi.useFakeTimers();
    const { runtime } = federation(() => new Promise(() => {}));
    const loading = createLoader(() => runtime).load(REMOTE);
    const outcome = expect(loading).rejects.toMatchObject({ code: 'REMOTE_TIMEOUT' });
    await vi.advanceTimersByTimeAsync(8_000);
    await outcome;
    vi.useRealTimers();
  });

  test('a failure is kept until forget, then another URL is registered with force', async () => {
    let broken = true;
    const { runtime, registered, overlays } = federation(async () => {
      if (broken) throw new Error('#RUNTIME-008');
      return module;
    });
    const loader = createLoader(() => runtime);
    await expect(loader.load(REMOTE)).rejects.toThrow();
    await expect(loader.load(REMOTE)).rejects.toThrow();
    expect(registered).toHaveLength(1);
    broken = false;
    loader.forget(REMOTE.name);
    await loader.load(NEWER);
    expect(registered.at(-1)).toEqual({ entry: `${NEWER_ENTRY}?attempt=1`, force: true });
    expect(overlays, 'shared modules').toHaveProperty(['2.0.0']);
  });

  test('a retry refetches all files, because a corrupted copy would remain in the cache', async () => {
    const { runtime } = federation(async () => module);
    const loader = createLoader(() => runtime);
    await loader.load(REMOTE);
    expect(fetch).not.toHaveBeenCalled();
    loader.forget(REMOTE.name);
    await loader.load(REMOTE);
    expect(vi.mocked(fetch).mock.calls).toEqual([[ENTRY, { cache: 'reload' }]]);
  });

  test('the entry of a local build is read from its manifest', async () => {
    const manifest = JSON.stringify({ metaData: { remoteEntry: { name: 'remoteEntry.dev.js', path: '' } } });
    vi.mocked(fetch).mockResolvedValue(new Response(manifest));
    const { runtime, registered } = federation(async () => module);
    await createLoader(() => runtime).load({ ...REMOTE, manifest: '/__dev/mf-manifest.json', assets: [] });
    expect(registered[0]?.entry).toBe(`${window.location.origin}/__dev/remoteEntry.dev.js`);
  });

  test('a failure to load the runtime is not reported as a failure of the remote', async () => {
    const failed = vi.fn();
    const loader = createLoader(() => Promise.reject(new Error('chunk 7 failed')), {
      loaded: vi.fn(),
      failed,
    });
    await expect(loader.load(REMOTE)).rejects.toMatchObject({ code: 'SHELL_INCOMPLETE' });
    expect(failed).not.toHaveBeenCalled();
  });

  describe('a remote that needs another version of a shared module', () => {
    const MESSAGE =
      '[ Federation Runtime ]: Version 1.0.0 from shell of shared singleton module @touchline/host/host does not satisfy the requirement of mf_scratch which needs ^1.1.0)';
    const mismatch = { module: '@touchline/host/host', required: '^1.1.0', provided: '1.0.0' };

    test.each([
      ['the product has the version of the page', () => Response.json({ [mismatch.module]: '1.0.0' }), true],
      ['the table cannot be read', () => Response.error(), true],
      ['the product has another version', () => Response.json({ [mismatch.module]: '1.1.0' }), false],
    ])('if %s, it is reported: %#', async (_, respond, isReported) => {
      vi.mocked(fetch).mockImplementation(async () => respond());
      const { runtime } = federation(async () => {
        throw new Error(MESSAGE);
      });
      const failed = vi.fn();
      const loader = createLoader(() => runtime, { loaded: vi.fn(), failed });
      const code = isReported ? 'VERSION_MISMATCH' : 'PAGE_OUTDATED';
      await expect(loader.load(REMOTE)).rejects.toMatchObject({ code, mismatch });
      expect(failed.mock.calls.map((call) => call[1])).toEqual(isReported ? [code] : []);
    });
  });

  test('a failed preload is discarded', async () => {
    let broken = true;
    const { runtime } = federation(async () => {
      if (broken) throw new Error('#RUNTIME-003');
      return module;
    });
    const loader = createLoader(() => runtime);
    loader.preload(REMOTE);
    // The failure passes through several promises of the loader.
    await new Promise((done) => setTimeout(done));
    broken = false;
    expect((await loader.load(REMOTE)).pages).toHaveProperty('/scratch');
  });
});
