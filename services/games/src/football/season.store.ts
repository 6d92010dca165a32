import type { Calendar } from '@touchline/rules/calendar';
import { type ScoreBook, scoreBook } from '@touchline/rules/scores';
import type { Knex } from 'knex';
import { type Club, type FeedPlayer, type Season, type SeasonFixture, withFixtures } from './season.ts';

/** The season that the feed speaks of now: the one seen last. */
export async function currentSeasonName(db: Knex): Promise<string | null> {
  const { rows } = await db.raw('select season from seasons order by seen_at desc, season desc limit 1');
  return rows[0]?.season ?? null;
}

/** The version of a season's data; null while nothing of it is stored. */
export async function seasonVersion(db: Knex, season: string): Promise<number | null> {
  const { rows } = await db.raw('select version from seasons where season = ?', [season]);
  return rows[0]?.version ?? null;
}

/** Loads a season, taking from `known` whatever has not changed since. */
export async function loadSeason(
  db: Knex,
  season: string,
  calendar: Calendar,
  known?: Season,
): Promise<Season> {
  // The version is read first: what is committed in between makes the data newer than its number, never older.
  const version = (await seasonVersion(db, season)) ?? 0;
  const snapshots = await loadSnapshots(db, season);
  const same = (kind: string) => known !== undefined && known.snapshots.get(kind) === snapshots.get(kind);
  const keepPlayers = same('bootstrap');
  const fixtures = same('fixtures') ? known!.fixtures : await loadFixtures(db, season);
  const scores = new Map<number, ScoreBook>();
  for (const kind of snapshots.keys()) {
    const gameweek = liveGameweek(kind);
    if (gameweek === null) continue;
    const book = same(kind) ? known!.scores.get(gameweek) : undefined;
    scores.set(gameweek, book ?? scoreBook(await loadScores(db, season, gameweek)));
  }
  return {
    id: season,
    version,
    snapshots,
    clubs: keepPlayers ? known!.clubs : await loadClubs(db, season),
    players: keepPlayers ? known!.players : await loadPlayers(db, season),
    gameweeks: withFixtures(await loadGameweeks(db, season), fixtures, calendar),
    fixtures,
    scores,
  };
}

/** Kind of the snapshot of a gameweek's points. */
export const liveKind = (gameweek: number) => `live:${gameweek}`;

function liveGameweek(kind: string): number | null {
  return kind.startsWith('live:') ? Number(kind.slice(5)) : null;
}

async function loadSnapshots(db: Knex, season: string): Promise<Map<string, number>> {
  const { rows } = await db.raw(
    'select kind, version::float8 as version from feed_snapshots where season = ?',
    [season],
  );
  return new Map(rows.map((row: { kind: string; version: number }) => [row.kind, row.version]));
}

async function loadClubs(db: Knex, season: string): Promise<Map<number, Club>> {
  const { rows } = await db.raw('select id, code, name, short_name from clubs where season = ?', [season]);
  return new Map(rows.map((row: Club) => [row.id, row]));
}

async function loadPlayers(db: Knex, season: string): Promise<Map<number, FeedPlayer>> {
  const { rows } = await db.raw(
    `select id, code, name, web_name, team, position, price, total_points, form, status, can_select, news,
       chance_of_playing
     from players where season = ?`,
    [season],
  );
  return new Map(rows.map((row: FeedPlayer) => [row.id, row]));
}

async function loadGameweeks(db: Knex, season: string) {
  const { rows } = await db.raw(
    `select id, name, deadline_time as deadline, is_current, is_next, finished,
       data_checked, settled_at is not null as settled
     from gameweeks where season = ? order by id`,
    [season],
  );
  return rows;
}

async function loadFixtures(db: Knex, season: string): Promise<SeasonFixture[]> {
  const { rows } = await db.raw(
    `select id, gameweek, kickoff_time as kickoff, team_h as home, team_a as away,
       started, finished or finished_provisional as over
     from fixtures where season = ? order by kickoff_time nulls last, id`,
    [season],
  );
  return rows;
}

async function loadScores(db: Knex, season: string, gameweek: number) {
  const { rows } = await db.raw(
    `select fixture, player, points, minutes, cards, bps, bonus
     from fixture_scores where season = ? and gameweek = ?`,
    [season, gameweek],
  );
  return rows;
}
