import type { JoinBody } from '@touchline/api/http/entries';
import { type Bootstrap, bootstrap, type Player } from '@touchline/api/http/fpl';
import { randomTeam } from '@touchline/local-stack/clients/random-team';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import type { Product } from '@touchline/local-stack/product';
import { type Database, openDatabase, queryOne } from '@touchline/service-kit/data/database';
import { readFootballData } from '../data/football.ts';
import { addSessions } from '../data/sessions.ts';
import { countRanked, findWeeklyGame, kickOffLargeGame } from '../host/weekly-game.ts';

const GAMEWEEK = 6;
const TEAMS = 200;
const TIMEOUT_MS = 60_000;

/** A running gameweek with a large game. */
export interface Setup {
  /** Id of the game. */
  game: string;
  /** Creates valid join bodies from the football data that the games service uses. */
  createTeams(): Promise<readonly JoinBody[]>;
  /** Signs new wallets in. @returns their access tokens */
  signInWallets(count: number): Promise<string[]>;
  /** Counts the entries of these wallets. */
  countJoined(): Promise<number>;
  /** Waits until the leaderboard shows all entries and all events are published. */
  waitUntilIdle(): Promise<void>;
  /** The schema of the games service. */
  db: Database;
  close(): Promise<void>;
}

/** Initial state of the replay. */
export const REPLAY = { paused: true, fromGameweek: GAMEWEEK } as const;

/** Adds entries to the weekly game of a new product and advances the replay to the first kick-off. */
export async function setUpGame(product: Product, entries: number): Promise<Setup> {
  const game = await findWeeklyGame(product, GAMEWEEK);
  const db = openDatabase(product.databaseUrl('games'), 'games', { connections: 1, statementTimeoutMs: 0 });
  await kickOffLargeGame(product, db, game, { entries });
  let wallets = 0;
  const countJoined = async () => {
    const row = await queryOne<{ count: number }>(
      db,
      `select count(*)::int as count from entries where game_id = ? and wallet_address like '0xcccc00000000%'`,
      [game.id],
    );
    return row!.count;
  };
  return {
    game: game.id,
    db,
    countJoined,
    close: () => db.destroy(),
    async createTeams() {
      const current = await readSharedFootballData(product, db);
      return Array.from({ length: TEAMS }, (_, n) => randomTeam(current, `Team ${n}`));
    },
    async signInWallets(count) {
      const addresses = Array.from(
        { length: count },
        (_, n) => `0xcccc${(wallets + n).toString(16).padStart(36, '0')}`,
      );
      wallets += count;
      const gateway = openDatabase(product.databaseUrl('gateway'), 'gateway', { connections: 1 });
      return addSessions(gateway, addresses).finally(() => gateway.destroy());
    },
    async waitUntilIdle() {
      const isIdle = async () => {
        const outbox = await queryOne<{ pending: number }>(db, 'select count(*)::int as pending from outbox');
        const expected = entries + (await countJoined());
        return outbox!.pending === 0 && (await countRanked(product, game)) === expected;
      };
      await waitUntil(isIdle, { what: 'all joins to be published and ranked', timeoutMs: TIMEOUT_MS });
    },
  };
}

/**
 * Waits until the feed relay and the games service have the same players, and returns them. At a kick-off prices and availability
 * can change, and the games service rejects teams chosen from older data.
 */
async function readSharedFootballData({ api }: Product, db: Database): Promise<Bootstrap> {
  const read = async () => {
    const [football, stored] = await Promise.all([api.request(bootstrap), readFootballData(db)]);
    const isCurrent = football.gameweeks.some(({ id, is_current }) => is_current && id === GAMEWEEK);
    const storedById = new Map(stored.players.map((player) => [player.id, player]));
    const isShared = football.players.every((player) => isSamePlayer(player, storedById.get(player.id)));
    return isCurrent && isShared && football;
  };
  return waitUntil(read, { what: 'the football data of the kick-off', timeoutMs: TIMEOUT_MS });
}

/** Compares the fields that decide whether a team is valid. */
function isSamePlayer(player: Player, other: Player | undefined): boolean {
  return (
    player.team === other?.team &&
    player.position === other.position &&
    player.price === other.price &&
    player.can_select === other.can_select
  );
}
