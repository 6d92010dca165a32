import { bootstrap } from '@touchline/api/http/fpl';
import { getGame } from '@touchline/api/http/games';
import { gameResult, gameResultGameweek } from '@touchline/api/http/results';
import { lineupProof } from '@touchline/api/http/seals';
import type { Host } from '@touchline/host/host';
import { afterEach, expect, it, vi } from 'vitest';
import { buildProof, GAME, TEAM, version } from '../testing/proofs.ts';
import { checkLineup } from './check-lineup.ts';

afterEach(() => vi.unstubAllGlobals());

/**
 * Checks the locks of a settled game of 2031 whose data of each gameweek has these fixtures; returns the requested addresses as well.
 * @param season the current season of the feed
 */
async function checkSettled(changes: readonly object[], fixtures: readonly object[] = [], season = '2031') {
  const { proof, root } = buildProof();
  const locks = changes.map((change) => ({ ...proof.locks[0]!, ...change }));
  const gameweeks = [...new Set(locks.map(({ gameweek }) => gameweek))].map((gameweek) => ({ gameweek }));
  const game = {
    id: GAME,
    entry_fee: '0',
    start_time: '2031-08-01T12:00:00.000Z',
    end_time: '2031-08-20T12:00:00.000Z',
  };
  const data = new Map<unknown, object>([
    [gameResult, { game, gameweeks, lock_roots: [root], receipt_keys: [], settled_at: game.end_time }],
    [gameResultGameweek, { gameweek: 1, fixtures, clubs: [{ player: 103, club: 7 }], scores: [] }],
    [getGame, { game: { season_id: '2031' } }],
    [bootstrap, { season, players: [{ id: 103, web_name: 'Lomekolade' }] }],
  ]);
  // Like the service: the locks of one gameweek, by default the last one.
  const prove = (gameweek = locks.at(-1)!.gameweek) => ({
    ...proof,
    locks: locks.filter((lock) => lock.gameweek === Number(gameweek)),
  });
  const request = async (endpoint: unknown, { query = {} }: { query?: { gameweek?: number } } = {}) =>
    endpoint === lineupProof ? prove(query.gameweek) : data.get(endpoint);
  const api = { request } as unknown as Host['api'];
  const fetched = vi.fn(async (_url: string) => new Response(''));
  vi.stubGlobal('fetch', fetched);
  const { isSettled, gameweeks: verified, problems, names } = await checkLineup({ api }, TEAM, []);
  expect(isSettled).toBe(true);
  const texts = problems.map(({ text }) => text);
  return { texts, verified, problems, urls: fetched.mock.calls.map(([url]) => url), names };
}

it('the entry of a settled team is requested once for all gameweeks', async () => {
  const { texts, urls } = await checkSettled([1, 2].map((gameweek) => ({ gameweek, final: true })));
  // The response has no entry with this number.
  expect(texts).toContain('the result has another team at the number of the proof');
  expect(urls).toEqual([`/api/games/${GAME}/result/entries`]);
});

it('all gameweeks of a settled game are verified', async () => {
  const slots = buildProof().proof.locks[0]!.slots.map((slot, index) =>
    index === 0 ? { ...slot, player: 300 } : slot,
  );
  const { verified, problems } = await checkSettled([{ slots }, { gameweek: 2 }]);
  expect(verified).toEqual([1, 2]);
  expect(problems).toContainEqual(
    expect.objectContaining({
      lock: expect.objectContaining({ gameweek: 1 }),
      text: 'the open slot is not the hashed one',
    }),
  );
});

it('a locked player whose slot is sealed contradicts a settled proof', async () => {
  const match = { id: 1, kickoff: version.saved_at, home: 7, away: 8, started: true, over: true };
  const locked = 'player 103 was locked and is in no open slot';
  expect((await checkSettled([{}, { final: true }], [match])).texts).not.toContain(locked);
  expect((await checkSettled([{ slots: [] }, { final: true }], [match])).texts).toContain(locked);
});

it('players of an earlier season have no names, because their ids belong to other players by now', async () => {
  expect([...(await checkSettled([{}])).names]).toEqual([[103, 'Lomekolade']]);
  expect([...(await checkSettled([{}], [], '2032')).names]).toEqual([]);
});
