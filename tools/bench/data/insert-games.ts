import { FORMATIONS } from '@touchline/rules/formations';
import { type Database, queryOne } from '@touchline/service-kit/data/database';
import { log } from '../figures/log.ts';
import { ENTRY_ID } from './entry-id.ts';
import { encodeLineup, storeRosters } from './stored-teams.ts';

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;
const PLAYERS = 600;
const CLUBS = 20;
/** Positions of each ten consecutive players of a club. */
const POSITIONS = [1, 2, 2, 2, 3, 3, 3, 3, 4, 4];
const TEAMS = 500;
/** Entries per statement. */
const BATCH = 50_000;

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
  await insertTeams(db);
  const ids: string[] = [];
  for (const [type, name, entries, last] of games) {
    ids.push(await insertGame(db, { type, name, entries, last, now }));
    for (let from = 1; from <= entries; from += BATCH)
      await insertEntries(db, {
        game: ids.at(-1)!,
        from,
        to: Math.min(entries, from + BATCH - 1),
        joined: new Date(now - WEEK),
      });
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
  await db.raw(
    "insert into feed_snapshots (season, kind, version, fetched_at) values ('2031', 'live:1', 1, now())",
  );
  await db.raw(
    `insert into fixture_scores
     select '2031', 1, 100 + (team + 1) / 2, id, id % 12, 90, 0, 0, 0, 0, '[]' from players`,
  );
}

/** Inserts teams of all formations; names, clubs and prices do not matter. */
async function insertTeams(db: Database): Promise<void> {
  await db.raw('create table bench_teams (n integer primary key, lineup bytea, roster_numbers bytea)');
  const { rows } = await db.raw('select id, position, team from players order by id');
  const players = rows as { id: number; position: number; team: number }[];
  const teams = Array.from({ length: TEAMS }, (_, n) => {
    const { name, defenders, midfielders, forwards } = FORMATIONS[n % FORMATIONS.length]!;
    const pick = (position: number, count: number) => {
      const all = players.filter((player) => player.position === position);
      return Array.from({ length: count }, (_, place) => all[(n * 7 + place * 3) % all.length]!);
    };
    const lines = [pick(1, 2), pick(2, 5), pick(3, 5), pick(4, 3)];
    const field = lines.flatMap((line, index) => line.slice(0, [1, defenders, midfielders, forwards][index]));
    const bench = lines.flatMap((line, index) => line.slice([1, defenders, midfielders, forwards][index]));
    const roster = [...field, ...bench].map(({ id, position, team }) => ({
      id,
      code: 1000 + id,
      name: `First Player${id}`,
      web_name: `Player${id}`,
      team,
      team_code: 100 + team,
      position,
      price: 5,
    }));
    const ids = (from: readonly { id: number }[]) => from.map(({ id }) => id);
    const lineup = encodeLineup({
      formation: name,
      field: ids(field),
      bench: ids(bench),
      bench_positions: bench.map(({ position }) => position),
      captain_id: field[0]!.id,
      vice_captain_id: field[5]!.id,
    });
    return { n, lineup, roster };
  });
  const rosters = await storeRosters(
    db,
    teams.map(({ roster }) => roster),
  );
  await db('bench_teams').insert(teams.map(({ n, lineup }) => ({ n, lineup, roster_numbers: rosters[n]! })));
}

/** Inserts a game whose first match kicked off an hour ago. @returns its id */
export async function insertGame(
  db: Database,
  game: { type: string; name: string; entries: number; last: number; now: number },
): Promise<string> {
  const row = await queryOne<{ id: string }>(
    db,
    `insert into games (id, season, game_type, name, description, entry_fee, first_gameweek, last_gameweek, start_time,
       end_time, status, participants, version, created_at)
     values (gen_random_uuid(), '2031', :type, :name, '', 0, 1, :last, :start, :end, 'ACTIVE', :entries, :entries, :start)
     returning id`,
    { ...game, start: new Date(game.now - HOUR), end: new Date(game.now - HOUR + game.last * WEEK) },
  );
  return row!.id;
}

/** SQL expression for a lineup with varying captain and vice-captain. */
const LINEUP = `substr(lineup, 1, 30) || substr(lineup, 2 * (g % 5) + 1, 2) || substr(lineup, 2 * (5 + g % 6) + 1, 2)
  || substr(lineup, 35)`;

async function insertEntries(
  db: Database,
  range: { game: string; from: number; to: number; joined: Date },
): Promise<void> {
  await db.raw(
    `insert into entries (id, game_id, ordinal, wallet, team_name, entry_points, joined_at, roster_numbers, digest,
       first_version, first_gameweek, first_lineup, first_commitment)
     select ${ENTRY_ID}, :game, g, decode(md5('wallet ' || g) || left(md5('end ' || g), 8), 'hex'),
       (array['Red', 'Blue', 'Old', 'New', 'Real', 'United', 'Dynamo'])[1 + g % 7] || ' Team ' || g, 100 + g * 7 % 400,
       :joined, roster_numbers, substr(sha256('bench'), 1, 6), g, 1, ${LINEUP}, sha256(int4send(g))
     from generate_series(:from::int, :to::int) as g join bench_teams on n = g % :teams`,
    { ...range, teams: TEAMS },
  );
}
