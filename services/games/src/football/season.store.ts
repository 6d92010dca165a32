import type { Calendar } from '@touchline/rules/calendar';
import { buildScoreBook, type FixtureScore, type ScoreBook } from '@touchline/rules/scores';
import {
  assignFixtures,
  type Club,
  type FeedPlayer,
  type GameweekInfo,
  isChecked,
  type Season,
  type SeasonFixture,
} from '@touchline/rules/season';
import { type Database, query, queryOne } from '@touchline/service-kit/data/database';

/** Finds the season that the feed last reported. */
export async function findCurrentSeasonId(db: Database): Promise<string | null> {
  const row = await queryOne<{ season: string }>(
    db,
    'select season from seasons order by seen_at desc, season desc limit 1',
  );
  return row?.season ?? null;
}

/** Finds the version of a season's data; null when none is stored. */
export async function findSeasonVersion(db: Database, season: string): Promise<number | null> {
  const row = await queryOne<{ version: number }>(db, 'select version from seasons where season = ?', [
    season,
  ]);
  return row?.version ?? null;
}

/** Loads a season, reusing unchanged data of `cached`. */
export async function loadSeason(
  db: Database,
  season: string,
  calendar: Calendar,
  cached?: Season,
): Promise<Season> {
  // The version is read first, so the data may be newer than its version but never older.
  const version = (await findSeasonVersion(db, season)) ?? 0;
  const snapshots = await loadSnapshots(db, season);
  const unchanged = (kind: string) =>
    cached !== undefined && cached.snapshots.get(kind) === snapshots.get(kind);
  const keepPlayers = unchanged('bootstrap');
  const fixtures = unchanged('fixtures') ? cached!.fixtures : await loadFixtures(db, season);
  const gameweeks = await loadGameweeks(db, season);
  const checked = findChecked(gameweeks);
  const cachedChecked = findChecked(cached?.gameweeks ?? []);
  const scores = new Map<number, ScoreBook>();
  for (const kind of snapshots.keys()) {
    const gameweek = liveGameweek(kind);
    if (gameweek === null) continue;
    const isFinal = checked.has(gameweek);
    const isSame = unchanged(kind) && cachedChecked.has(gameweek) === isFinal;
    const book = isSame ? cached!.scores.get(gameweek) : undefined;
    scores.set(gameweek, book ?? buildScoreBook(await loadScores(db, season, gameweek), isFinal));
  }
  return {
    id: season,
    version,
    snapshots,
    clubs: keepPlayers ? cached!.clubs : await loadClubs(db, season),
    players: keepPlayers ? cached!.players : await loadPlayers(db, season),
    gameweeks: assignFixtures(gameweeks, fixtures, calendar),
    fixtures,
    scores,
  };
}

const findChecked = (gameweeks: readonly GameweekInfo[]) =>
  new Set(gameweeks.filter(isChecked).map(({ id }) => id));

/** Kind of the snapshot with the points of a gameweek. */
export const liveKind = (gameweek: number) => `live:${gameweek}`;

function liveGameweek(kind: string): number | null {
  return kind.startsWith('live:') ? Number(kind.slice(5)) : null;
}

async function loadSnapshots(db: Database, season: string): Promise<Map<string, number>> {
  const rows = await query<{ kind: string; version: number }>(
    db,
    'select kind, version from feed_snapshots where season = ?',
    [season],
  );
  return new Map(rows.map(({ kind, version }) => [kind, version]));
}

async function loadClubs(db: Database, season: string): Promise<Map<number, Club>> {
  const rows = await query<Club>(db, 'select id, code, name, short_name from clubs where season = ?', [
    season,
  ]);
  return new Map(rows.map((club) => [club.id, club]));
}

async function loadPlayers(db: Database, season: string): Promise<Map<number, FeedPlayer>> {
  const rows = await query<FeedPlayer>(
    db,
    `select id, code, name, web_name, team, position, price, total_points, form, status, can_select, news,
       chance_of_playing
     from players where season = ?`,
    [season],
  );
  return new Map(rows.map((player) => [player.id, player]));
}

function loadGameweeks(db: Database, season: string): Promise<GameweekInfo[]> {
  return query(
    db,
    `select id, name, deadline_time as deadline, is_current, is_next, finished, data_checked,
       settled_at is not null as settled
     from gameweeks where season = ? order by id`,
    [season],
  );
}

function loadFixtures(db: Database, season: string): Promise<SeasonFixture[]> {
  return query(
    db,
    `select id, gameweek, kickoff_time as kickoff, team_h as home, team_a as away, started,
       finished or finished_provisional as over
     from fixtures where season = ? order by kickoff_time nulls last, id`,
    [season],
  );
}

function loadScores(db: Database, season: string, gameweek: number): Promise<FixtureScore[]> {
  return query(
    db,
    `select fixture, player, points, minutes, cards, bps, bonus
     from fixture_scores where season = ? and gameweek = ?`,
    [season, gameweek],
  );
}
