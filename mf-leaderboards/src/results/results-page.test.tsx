import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { listGames } from '@touchline/api/http/games';
import { listResults, type SettledGame } from '@touchline/api/http/results';
import { deferred } from '@touchline/host/testing/deferred';
import { createFakeHost } from '@touchline/host/testing/fake-host';
import { fakeId, fakePrizes } from '@touchline/host/testing/fake-objects';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, it } from 'vitest';
import { buildGame, buildRow } from '../testing/build.ts';
import { getCurrentUrl, openPage } from '../testing/open-page.tsx';
import { toWei } from '../testing/prizes.ts';

afterEach(cleanup);

const buildResult = (n: number, fields: Partial<SettledGame> = {}): SettledGame => ({
  game_id: fakeId(1, n),
  name: `Gameweek ${n}`,
  game_type: 'WEEKLY',
  season_id: '2026',
  end_time: '2026-08-15T14:00:00.000Z',
  settled_at: '2026-08-16T14:00:00.000Z',
  entries: 40,
  token: fakePrizes().token,
  pool: toWei(200),
  state: 'FUNDED',
  prizes: 2,
  prizes_paid: 1,
  reclaimed: false,
  paid: toWei(130),
  podium: [130, 70].map((tokens, index) => {
    const { participation_id, wallet_address, team_name, earned_points } = buildRow(index + 1);
    const amount = toWei(tokens);
    const payment = { state: 'DUE' as const, transaction_hash: null };
    return {
      rank: index + 1,
      participation_id,
      wallet_address,
      team_name,
      earned_points,
      amount,
      ...payment,
    };
  }),
  ...fields,
});

const open = (
  reply: Parameters<typeof fakeResponse<undefined, undefined, undefined, typeof listResults.data>>[1],
) =>
  openPage(createFakeHost({ responses: [fakeResponse(listResults as never, reply as never)] }), '/results');

describe('results', () => {
  it('a result shows winners, prizes and the state of payment', async () => {
    const states = ['FUNDED', 'SETTLED', 'PAID'] as const;
    const results = states.map((state, index) => buildResult(index + 1, { state }));
    open({ results, next: null, total: 3 });
    const list = await screen.findByRole('list', { name: 'Results' });
    for (const text of ['1 of 2 prizes paid', 'Waiting for funding', 'Paid'])
      expect(within(list).getByText(text)).toBeTruthy();
    const [podium] = within(list).getAllByRole('list', { name: 'Podium' });
    expect(podium?.textContent).toContain('Team 1');
    expect(podium?.textContent).toContain('130 WLD');
  });

  it('a single point is not a plural', async () => {
    const [winner] = buildResult(1).podium;
    open({
      results: [buildResult(1, { podium: [{ ...winner!, earned_points: 1 }] })],
      next: null,
      total: 1,
    });
    expect(await screen.findByText('1 point')).toBeTruthy();
  });

  it('the list is paged and filtered by type', async () => {
    open((({ query }: { query: Record<string, string> }) => ({
      results: [buildResult(query.after ? 9 : query.game_type === 'SEASON' ? 8 : 7)],
      next: query.after ? null : '1.x',
      total: 2,
    })) as never);
    expect(await screen.findByText('Gameweek 7')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Older results' }));
    expect(await screen.findByText('Gameweek 9')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Season' }));
    expect(await screen.findByText('Gameweek 8')).toBeTruthy();
    await waitFor(() => expect(getCurrentUrl()).toBe('/results?type=season'));
  });

  it('games without a result have teams, and cancelled ones have ended in the last two weeks', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const games = [
      buildGame(1, { name: 'Recent', end_time: daysAgo(13) }),
      buildGame(2, { name: 'Old', end_time: daysAgo(15) }),
      buildGame(3, { name: 'Empty', end_time: daysAgo(1), current_participants: 0 }),
    ].map((game) => ({ ...game, status: 'CANCELLED' as const }));
    openPage(
      createFakeHost({
        responses: [
          fakeResponse(listResults, { results: [], next: null, total: 0 }),
          fakeResponse(listGames, ({ query }) => ({
            games: query.status === 'CANCELLED' ? games : [],
            total: 0,
          })),
        ],
      }),
      '/results',
    );
    const list = await screen.findByRole('list', { name: 'Finished games without a result' });
    expect(
      within(list)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Recent']);
  });

  it('results appear together with the games without a result, which would move them', async () => {
    const { promise: held, resolve: respond } = deferred();
    const host = createFakeHost({
      responses: [
        fakeResponse(listResults, { results: [buildResult(1)], next: null, total: 1 }),
        fakeResponse(listGames, async ({ query }) => {
          await held;
          const name = `Match of ${query.status}`;
          const id = query.status === 'COMPLETED' ? 2 : 3;
          return { games: [buildGame(id, { name, status: 'COMPLETED' })], total: 1 };
        }),
      ],
    });
    openPage(host, '/results');
    await screen.findByLabelText('Loading the results');
    await waitFor(() => expect(host.queryClient.isFetching()).toBe(1));
    expect(screen.queryByText('Gameweek 1')).toBeNull();
    await act(async () => respond());
    expect(await screen.findByText('Gameweek 1')).toBeTruthy();
    expect(screen.getByText('Match of COMPLETED')).toBeTruthy();
  });

  it('results appear without games that cannot be loaded, while they are requested again', async () => {
    const host = createFakeHost({
      responses: [
        fakeResponse(listResults, { results: [buildResult(1)], next: null, total: 1 }),
        fakeResponse(listGames, () => {
          throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Please try again.');
        }),
      ],
    });
    host.queryClient.setDefaultOptions({ queries: { retry: 3, retryDelay: 60_000 } });
    openPage(host, '/results');
    expect(await screen.findByText('Gameweek 1')).toBeTruthy();
    expect(host.queryClient.isFetching()).toBe(1);
  });

  it('an empty list leads to the rankings', async () => {
    open({ results: [], next: null, total: 0 });
    expect(await screen.findByText('No results yet')).toBeTruthy();
  });

  it('a failed list can be loaded again', async () => {
    open((() => {
      throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'down');
    }) as never);
    expect(await screen.findByText('Failed to load the results')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy();
  });

  it('the list reloads when prizes change, and after the stream was interrupted', async () => {
    let name = 'Gameweek 1';
    const results = fakeResponse(listResults, () => ({
      results: [buildResult(1, { name })],
      next: null,
      total: 1,
    }));
    const host = createFakeHost({ responses: [results] });
    openPage(host, '/results');
    expect(await screen.findByText(name)).toBeTruthy();
    for (const message of [{ topic: 'prizes', game_id: fakeId(1, 1) }, { topic: 'reset' }] as const) {
      name = `After ${message.topic}`;
      act(() => host.emit(message));
      expect(await screen.findByText(name)).toBeTruthy();
    }
  });
});
