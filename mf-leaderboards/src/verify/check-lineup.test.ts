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
  const game = { start_time: '2031-08-01T12:00:00.000Z', end_time: '2031-08-20T12:00:00.000Z' };
  const data = new Map<unknown, object>([
    [lineupProof, { ...proof, locks }],
    [gameResult, { game, lock_roots: [root] }],
    [gameResultGameweek, { gameweek: 1, fixtures, clubs: [{ player: 103, club: 7 }], scores: [] }],
    [getGame, { game: { season_id: '2031' } }],
    [bootstrap, { season, players: [{ id: 103, web_name: 'Lomekolade' }] }],
  ]);
  const api = { request: async (endpoint: unknown) => data.get(endpoint) } as unknown as Host['api'];
  const request = vi.fn(async (_url: string) => new Response(''));
  vi.stubGlobal('fetch', request);
  const { isSettled, problems, names } = await checkLineup({ api }, TEAM, []);
  expect(isSettled).toBe(true);
  return { texts: problems.map(({ text }) => text), urls: request.mock.calls.map(([url]) => url), names };
}

it('the entry of a settled team is requested once for all gameweeks', async () => {
  const { texts, urls } = await checkSettled([1, 2].map((gameweek) => ({ gameweek, final: true })));
  // The response has no entry with this number.
  expect(texts).toContain('the result has another team at the number of the proof');
  expect(urls).toEqual([`/api/games/${GAME}/result/entries`]);
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
