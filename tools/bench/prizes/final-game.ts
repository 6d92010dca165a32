import type { Database } from '@touchline/service-kit/data/database';

/** 200,000 FOOTBALL, divided by TOP. */
const GUARANTEE = 200_000n * 10n ** 18n;

/** Inserts the settled points of gameweek 1 and a prize plan. */
export async function insertPoints(db: Database, game: string, token: string): Promise<void> {
  await db.raw('insert into settled_gameweeks (game_id, gameweek, game_version) values (?, 1, 0)', [game]);
  await db.raw(
    `insert into entry_gameweeks (game_id, gameweek, ordinal, raw_points, points, earned)
     select game_id, 1, ordinal, points, points, points * 1000
     from (select game_id, ordinal, (ordinal::bigint * 7919 % 200)::int as points from entries where game_id = ?) as scored`,
    [game],
  );
  const plan = {
    token: { address: token.toLowerCase(), symbol: 'FOOTBALL', decimals: 18 },
    guarantee: GUARANTEE.toString(),
    commission_bps: 0,
    template: 'TOP',
    rows: [],
    min_entries: 2,
    eligibility: 'ALL',
  };
  await db.raw('update games set prize_plan = ? where id = ?', [JSON.stringify(plan), game]);
  // The entries of a real game are days old: without it, the first reads and autovacuum would be measured too.
  await db.raw('vacuum analyze entries, entry_gameweeks, games, wallet_coefficients');
}

/** Makes the results of a game final, as the calendar does at its end. */
export async function endGame(db: Database, game: string): Promise<void> {
  await db.raw(
    "update games set status = 'COMPLETED', settlement = 'FINAL', end_time = now(), version = version + 1 where id = ?",
    [game],
  );
}
