import type { Browser } from '@playwright/test';
import { createClient } from '@touchline/api/client';
import { nicknames } from '@touchline/api/http/auth';
import { gameweekFixtures } from '@touchline/api/http/fpl';
import { listGames } from '@touchline/api/http/games';
import { leaderboard } from '@touchline/api/http/leaderboard';
import { waitUntil } from '@touchline/platform/parts/wait';
import type { Product } from '@touchline/platform/product';

/** What a visitor of the demo sees. */
export interface FirstMinute {
  /** On the board of the live gameweek. */
  readonly teams: number;
  /** Nicknames on the first page of that board. */
  readonly nicknames: number;
  /** Matches that are on. */
  readonly live: number;
  /** Teams of the first page whose rank changed while the page was open. */
  readonly moves: number;
}

const PATIENCE_MS = 60_000;

/** Opens a page, which lets the clock run, and watches the board until ranks have moved. */
export async function watchFirstMinute(
  { url }: Product,
  browser: Browser,
  gameweek: number,
): Promise<FirstMinute> {
  const api = createClient({ base: `${url}/api` });
  const { games } = await api.call(listGames, { query: { game_type: 'WEEKLY', limit: '100' } });
  const game = games.find(({ first_gameweek }) => first_gameweek === gameweek);
  if (!game) throw new Error(`there is no game of gameweek ${gameweek}`);
  const board = () => api.call(leaderboard, { params: { id: game.id }, query: { limit: '100' } });
  const liveNow = async () => {
    const { fixtures } = await api.call(gameweekFixtures, { params: { gameweek: String(gameweek) } });
    return fixtures.filter(({ started, finished_provisional }) => started && !finished_provisional).length;
  };
  // The clock has just moved: the relay may not have seen it yet.
  const live = await waitUntil(async () => (await liveNow()) || undefined, {
    what: 'live matches',
    timeoutMs: PATIENCE_MS,
    everyMs: 500,
  }).catch(() => 0);
  const before = await board();
  const wallets = before.leaderboard.map(({ wallet_address }) => wallet_address).join(',');
  const named = await api.call(nicknames, { query: { wallets } });
  const ranks = new Map(before.leaderboard.map((row) => [row.participation_id, row.rank]));
  const page = await browser.newPage({ baseURL: url });
  await page.goto('/rankings?section=weekly');
  const moved = async () => {
    const now = (await board()).leaderboard;
    return now.filter(
      (row) => ranks.has(row.participation_id) && ranks.get(row.participation_id) !== row.rank,
    ).length;
  };
  const moves = await waitUntil(async () => (await moved()) || undefined, {
    what: 'ranks to move',
    timeoutMs: PATIENCE_MS,
    everyMs: 500,
  }).catch(() => 0);
  await page.close();
  return {
    teams: before.total,
    nicknames: Object.keys(named.nicknames).length,
    live,
    moves,
  };
}
