import { type Database, queryOne } from '@touchline/service-kit/data/database';
import { log } from '../figures/log.ts';
import { insertEntries } from './insert-entries.ts';

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;
const PLAYERS = 600;
const CLUBS = 20;
/** Positions of each ten consecutive players of a club. */
const POSITIONS = [1, 2, 2, 2, 3, 3, 3, 3, 4, 4];

/** `last` is the last gameweek. */
export type BenchGame = readonly [type: string, name: string, entries: number, last: number];

const GAMES: readonly BenchGame[] = [
  ['SEASON', 'Season 2031', 600_000, 38],
  ['WEEKLY', 'Gameweek 1', 400_000, 1],
];

/** Inserts a season in its first gameweek with games, by default with a million entries. @returns the ids of the games */
export async function insertGames(db: Database, games: readonly BenchGame[] = GAMES): Promise<string[]> {
  const now = Date.now();
  await insertSeason(db, now);
  const ids: string[] = [];
  for (const [type, name, entries, last] of games) {
    const id = await insertGame(db, { type, name, last, now });
    ids.push(id);
    await insertEntries(db, id, entries, { joined: new Date(now - WEEK) });
    log(`${name}: ${entries.toLocaleString('en')} entries`);
  }
  await db.raw(
    `insert into wallet_coefficients (wallet_address, version, steps, applied_version)
     select distinct wallet_address, 1, jsonb_build_array(jsonb_build_object('at', 0, 'coefficient', 1050)), 1
     from entries where ordinal % 10 = 0`,
  );
  await db.raw('analyze');
  return ids;
}

/** Inserts a season whose first matches kicked off an hour ago. */
export async function insertSeason(db: Database, now: number): Promise<void> {
  const kickoff = new Date(now - HOUR);
  await db.raw("insert into seasons (season, version, seen_at) values ('2031', 1, now())");
  await db.raw(
    `insert into clubs select '2031', n, 100 + n, 'Club ' || n, 'C' || n from generate_series(1, ?::int) as n`,
    [CLUBS],
  );
  await db.raw(
    `insert into players
     select '2031', n, 1000 + n, 'First Player' || n, 'Player' || n, 1 + n % :clubs,
       (:positions::int[])[1 + (n / :clubs) % 10], 50, 10, 1, 'a', true, '', null
     from generate_series(1, :players::int) as n`,
    { clubs: CLUBS, positions: POSITIONS, players: PLAYERS },
  );
  await db.raw(
    `insert into gameweeks
     select '2031', n, 'Gameweek ' || n, :kickoff::timestamptz - interval '2 hours' + (n - 1) * interval '7 days',
       n = 1, n = 2, false, false, null
     from generate_series(1, 38) as n`,
    { kickoff },
  );
  await db.raw(
    `insert into fixtures
     select '2031', week * 100 + n, week, :kickoff::timestamptz + (week - 1) * interval '7 days', 2 * n - 1, 2 * n,
       week = 1, false, false
     from generate_series(1, 38) as week, generate_series(1, :matches::int) as n`,
    { kickoff, matches: CLUBS / 2 },
  );
  await db.raw("insert into feed_snapshots (season, kind, version) values ('2031', 'live:1', 1)");
  await db.raw(
    `insert into fixture_scores
     select '2031', 1, 100 + (team + 1) / 2, id, id % 12, 90, 0, 0, 0, 0, '[]' from players`,
  );
}

/** Inserts a game without entries whose first match kicked off an hour ago. @returns its id */
export async function insertGame(
  db: Database,
  game: { type: string; name: string; last: number; now: number },
): Promise<string> {
  const row = await queryOne<{ id: string }>(
    db,
    `insert into games (id, season, game_type, name, description, entry_fee, first_gameweek, last_gameweek, start_time,
       end_time, status, participants, version, created_at)
     values (gen_random_uuid(), '2031', :type, :name, '', 0, 1, :last, :start, :end, 'ACTIVE', 0, 0, :start)
     returning id`,
    { ...game, start: new Date(game.now - HOUR), end: new Date(game.now - HOUR + game.last * WEEK) },
  );
  return row!.id;
}
