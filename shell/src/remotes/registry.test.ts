import { createClient } from '@touchline/api/client';
import { TouchlineError } from '@touchline/api/errors';
import { describe, expect, test, vi } from 'vitest';
import { TestServer } from '../testing/server.ts';
import { remote } from '../testing/two-remotes.tsx';
import { buildNavigation, createRegistry } from './registry.ts';

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
const listLabels = (visitor: { signedIn: boolean; isAdmin: boolean }) =>
  buildNavigation(REMOTES, visitor).map((item) => item.label);

describe('SHELL-05 navigation', () => {
  test('the navigation of a guest has public pages only', () => {
    expect(listLabels({ signedIn: false, isAdmin: false })).toEqual(['Home', 'Rankings', 'Fixtures']);
  });
  test('the navigation of a player includes "My Team"', () => {
    expect(listLabels({ signedIn: true, isAdmin: false })).toEqual([
      'Home',
      'My Team',
      'Rankings',
      'Fixtures',
    ]);
  });
  test('the navigation of an admin ends with "Admin"', () => {
    expect(listLabels({ signedIn: true, isAdmin: true }).at(-1)).toBe('Admin');
  });
});

describe('registry', () => {
  function make() {
    const server = new TestServer();
    return {
      server,
      registry: createRegistry({ api: createClient({ base: 'http://localhost/api', fetch: server.fetch }) }),
    };
  }

  test('the registry starts with the list in the page', () => {
    const { fetch } = new TestServer();
    const registry = createRegistry({
      api: createClient({ base: 'http://localhost/api', fetch }),
      initial: REMOTES,
    });
    expect(registry.get()).toEqual({ status: 'ready', remotes: REMOTES, reading: false });
  });

  test('P1 paths of the product and of another remote are left out, even if the server lists them', async () => {
    const { server, registry } = make();
    const everyone = (path: string) => ({ path, audience: 'everyone' as const });
    const taken = [
      '/',
      '/api/x',
      '/admin',
      '/rankings',
      '/rankings/:id',
      '/fixtures',
      '/*',
      '/:any',
      '/Fixtures',
    ];
    server.remotes = [remote('mf-aaa', everyone('/admin')), ...REMOTES];
    server.remotes.push(remote('mf-other', ...[...taken, '/other'].map(everyone)));
    await registry.read();
    const paths = new Map(
      registry.get().remotes.map(({ name, routes }) => [name, routes.map(({ path }) => path)]),
    );
    expect(paths.get('mf-aaa')).toEqual([]);
    expect(paths.get('mf-admin')).toEqual(['/admin']);
    expect(paths.get('mf-leaderboards')).toEqual(['/fixtures', '/rankings']);
    expect(paths.get('mf-other')).toEqual(['/other']);
  });

  test('the registry keeps the last response if a later read fails', async () => {
    const { server, registry } = make();
    server.remotes = REMOTES;
    await registry.read();
    server.fails.set('GET /remotes', new TouchlineError('INTERNAL', 'No.', { status: 500 }));
    await registry.read();
    registry.stop();
    expect(registry.get()).toMatchObject({ status: 'ready', remotes: [{}, {}, {}] });
  });

  test('the registry retries with growing delays, because the navigation depends on it', async () => {
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

  test('the registry is failed if it has never been read, and recovers', async () => {
    const { server, registry } = make();
    server.fails.set('GET /remotes', new TouchlineError('INTERNAL', 'No.', { status: 500 }));
    await registry.read();
    expect(registry.get().status).toBe('failed');
    server.fails.clear();
    await registry.read();
    expect(registry.get().status).toBe('ready');
  });
});
