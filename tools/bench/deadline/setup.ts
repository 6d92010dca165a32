import { createClient } from '@touchline/api/client';
import type { JoinBody } from '@touchline/api/http/entries';
import { bootstrap } from '@touchline/api/http/fpl';
import { listGames } from '@touchline/api/http/games';
import { leaderboard } from '@touchline/api/http/leaderboard';
import { randomTeam } from '@touchline/local-stack/clients/random-team';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import type { Product } from '@touchline/local-stack/product';
import { type Database, openDatabase } from '@touchline/service-kit/database';
import { insertEntries } from '../data/insert-entries.ts';
import { addSessions } from '../data/sessions.ts';

const GAMEWEEK = 6;
const TEAMS = 200;

/** A running gameweek with a crowded game. */
export interface Stage {
  game: string;
  /** Bodies of joins, legal now: at a kick-off players can become unavailable and prices change. */
  teams(): Promise<readonly JoinBody[]>;
  /** Signs new wallets in. @returns their tokens */
  tokens(count: number): Promise<string[]>;
  /** How many of these wallets have an entry. */
  joined(): Promise<number>;
  /** The games service's schema. */
  db: Database;
  close(): Promise<void>;
}

/** What the replay begins with. */
export const REPLAY = { paused: true, fromGameweek: GAMEWEEK } as const;

/** Fills the weekly game of a product that has just started, and kicks its first match off. */
export async function setUpGame(
  product: Product,
  entries: number,
  log: (text: string) => void,
): Promise<Stage> {
  const client = createClient({ base: `${product.url}/api` });
  const { games } = await client.request(listGames, { query: { game_type: 'WEEKLY' } });
  const game = games.find((one) => one.first_gameweek === GAMEWEEK)!.id;
  const football = await client.request(bootstrap);
  const db = openDatabase(product.databaseUrl('games'), 'games', { connections: 1, statementTimeoutMs: 0 });
  await insertEntries(db, game, entries, football, log);
  await product.replay.advance({ to: { gameweek: GAMEWEEK, phase: 'kickoff-1' } });
  const board = () => client.request(leaderboard, { params: { id: game }, query: { limit: '1' } });
  await waitUntil(
    async () => {
      const { total, summary } = await board();
      return total === entries && summary.gameweek === GAMEWEEK;
    },
    { what: `a leaderboard of ${entries} entries`, timeoutMs: 600_000 },
  );
  let made = 0;
  return {
    ...{ game, db, close: () => db.destroy() },
    async teams() {
      const current = await client.request(bootstrap);
      return Array.from({ length: TEAMS }, (_, n) => randomTeam(current, `Team ${n}`));
    },
    async tokens(count) {
      const wallets = Array.from(
        { length: count },
        (_, n) => `0xcccc${(made + n).toString(16).padStart(36, '0')}`,
      );
      made += count;
      const gateway = openDatabase(product.databaseUrl('gateway'), 'gateway', { connections: 1 });
      return addSessions(gateway, wallets).finally(() => gateway.destroy());
    },
    async joined() {
      const { rows } = await db.raw(
        `select count(*)::int as count from entries where game_id = ? and wallet_address like '0xcccc00000000%'`,
        [game],
      );
      return rows[0].count;
    },
  };
}
