import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { currentGameweek } from '@touchline/api/http/fpl';
import { getGame, listGames } from '@touchline/api/http/games';
import { afterEach, describe, expect, test } from 'vitest';
import { useHost, useWatched } from '../host.tsx';
import { FakePage } from './FakePage.tsx';
import { createFakeHost, fakeUser } from './fake-host.ts';
import { fakeResponse } from './fake-responses.ts';

afterEach(cleanup);

function CurrentUser() {
  const host = useHost();
  const { user } = useWatched(host.session);
  return (
    <>
      <p>{user?.wallet_address ?? 'guest'}</p>
      <button type="button" onClick={() => host.navigate('/there', { state: { from: 'here' } })}>
        Go
      </button>
    </>
  );
}

describe('fake host', () => {
  test('the fake host provides pages, a session and a router', async () => {
    const host = createFakeHost({ user: fakeUser() });
    render(<FakePage host={host} pages={{ '/': CurrentUser, '/there': () => <p>there</p> }} />);
    expect(screen.getByText(fakeUser().wallet_address)).toBeTruthy();
    screen.getByRole('button').click();
    await waitFor(() => expect(screen.getByText('there')).toBeTruthy());
    expect(host.visits).toEqual([{ to: '/there', state: { from: 'here' } }]);
  });

  test('a sign-out updates the page', async () => {
    const host = createFakeHost({ user: fakeUser() });
    render(<FakePage host={host} pages={{ '/': CurrentUser }} />);
    await host.session.signOut();
    await waitFor(() => expect(screen.getByText('guest')).toBeTruthy());
  });

  test('fake responses pass through the real client and its schemas', async () => {
    const host = createFakeHost({
      responses: [
        fakeResponse(listGames, ({ query }) => ({ games: [], total: Number(query.limit) })),
        fakeResponse(getGame, () => {
          throw new TouchlineError('NOT_FOUND', 'No such game.');
        }),
      ],
    });
    expect(await host.api.request(listGames, { query: { limit: '7' } })).toEqual({ games: [], total: 7 });
    const params = { id: '6f1c0a3e-8a3b-4a7e-9a53-0d6f3f0d7b11' };
    await expect(host.api.request(getGame, { params })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      status: 404,
    });
    await expect(host.api.request(currentGameweek)).rejects.toMatchObject({ status: 503 });
  });

  test('live messages are delivered by topic, and reset to all listeners', () => {
    const host = createFakeHost();
    const topics: string[] = [];
    const stop = host.live.on(['points'], (message) => topics.push(message.topic));
    host.emit({ topic: 'points', gameweek: 1 });
    host.emit({ topic: 'gameweek', gameweek: 1 });
    host.emit({ topic: 'reset' });
    stop();
    host.emit({ topic: 'points', gameweek: 1 });
    expect(topics).toEqual(['points', 'reset']);
  });
});
