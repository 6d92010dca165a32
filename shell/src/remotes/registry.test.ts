import { createClient } from '@touchline/api/client';
import { TouchlineError } from '@touchline/api/errors';
import { describe, expect, test, vi } from 'vitest';
import { TestServer } from '../testing/server.ts';
import { remote } from '../testing/two-remotes.tsx';
import { createRegistry, buildNavigation } from './registry.ts';

const REMOTES = [
  remote(
    'mf-leaderboards',
    { path: '/fixtures', label: 'Fixtures', order: 30, audience: 'everyone' },
    { path: '/rankings', label: 'Rankings', order: 20, audience: 'everyone' },
  ),
  remote(
    'mf-team-builder',
    { path: '/choose-game', audience: 'everyone' },
    { path: '/my-team', label: 'My Team', order: 10, audience: 'players' },
  ),
  remote('mf-admin', { path: '/admin', label: 'Admin', order: 90, audience: 'admins' }),
];
const labels = (who: { signedIn: boolean; isAdmin: boolean }) =>
  buildNavigation(REMOTES, who).map((item) => item.label);

describe('SHELL-05 the navigation', () => {
  test('of a guest', () => {
    expect(labels({ signedIn: false, isAdmin: false })).toEqual(['Home', 'Rankings', 'Fixtures']);
  });
  test('of a player', () => {
    expect(labels({ signedIn: true, isAdmin: false })).toEqual(['Home', 'My Team', 'Rankings', 'Fixtures']);
  });
  test('of an admin ends with "Admin"', () => {
    expect(labels({ signedIn: true, isAdmin: true }).at(-1)).toBe('Admin');
  });
});

describe('the registry', () => {
  function make() {
    const server = new TestServer();
    return {
      server,
      registry: createRegistry(createClient({ base: 'http://localhost/api', fetch: server.fetch })),
    };
  }

  test('starts with the list that the page brought along', () => {
    const { fetch } = new TestServer();
    const registry = createRegistry(createClient({ base: 'http://localhost/api', fetch }), REMOTES);
    expect(registry.get()).toEqual({ status: 'ready', remotes: REMOTES, reading: false });
  });

  test('keeps the last answer if a later read fails', async () => {
    const { server, registry } = make();
    server.remotes = REMOTES;
    await registry.read();
    server.fails.set('GET /remotes', new TouchlineError('INTERNAL', 'No.', { status: 500 }));
    await registry.read();
    registry.stop();
    expect(registry.get()).toMatchObject({ status: 'ready', remotes: [{}, {}, {}] });
  });

  test('retries with growing delays: without it there is no navigation', async () => {
    vi.useFakeTimers();
    const { server, registry } = make();
    server.remotes = REMOTES;
    server.fails.set('GET /remotes', new TouchlineError('INTERNAL', 'No.', { status: 500 }));
    await registry.read();
    await vi.advanceTimersByTimeAsync(2_000);
    await vi.advanceTimersByTimeAsync(3_999);
    expect(server.count('GET /remotes')).toBe(2);
    server.fails.clear();
    await vi.advanceTimersByTimeAsync(1);
    expect(registry.get()).toMatchObject({ status: 'ready', remotes: [{}, {}, {}] });
    await vi.advanceTimersByTimeAsync(300_000);
    expect(server.count('GET /remotes')).toBe(3);
    vi.useRealTimers();
  });

  test('reports that it has never been read, and recovers', async () => {
    const { server, registry } = make();
    server.fails.set('GET /remotes', new TouchlineError('INTERNAL', 'No.', { status: 500 }));
    await registry.read();
    expect(registry.get().status).toBe('failed');
    server.fails.clear();
    await registry.read();
    expect(registry.get().status).toBe('ready');
  });
});
