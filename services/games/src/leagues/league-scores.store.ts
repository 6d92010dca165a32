import type { MemberScore } from '@touchline/rules/league-fixtures';
import type { FinalScores } from '@touchline/rules/league-table';
import { type Database, query } from '@touchline/service-kit/data/database';
import type { DrawnLeague } from './league.ts';

/** A final gameweek of a game, at the version of the game that settled it. */
export interface FinalGameweek {
  game_id: string;
  gameweek: number;
  game_version: number;
}

/** Finds the final gameweeks whose scores are not stored for the head-to-head leagues of their game, in order. */
export function findUnscoredGameweeks(db: Database): Promise<FinalGameweek[]> {
  return query(
    db,
    `select game_id, gameweek, game_version from settled_gameweeks as settled
     where exists (select from leagues where leagues.game_id = settled.game_id and draw is not null)
       and not exists (select from league_gameweeks as scored where scored.game_id = settled.game_id
         and scored.gameweek = settled.gameweek and scored.game_version = settled.game_version)
     order by game_id, gameweek`,
  );
}

/** Records that the scores of all leagues are stored for this version of the final gameweek. */
export const markScored = (db: Database, final: FinalGameweek) =>
  db.raw(
    `insert into league_gameweeks (game_id, gameweek, game_version) values (:game_id, :gameweek, :game_version)
     on conflict (game_id, gameweek) do update set game_version = excluded.game_version`,
    { ...final },
  );

/** Finds drawn leagues with a match in the gameweek whose scores at this version are not stored. */
export function findUnscoredLeagues(
  db: Database,
  final: FinalGameweek,
  after: string,
  limit: number,
): Promise<DrawnLeague[]> {
  return query(
    db,
    `select id, game_id, start_gameweek, knock_out_gameweeks, uses_coefficient, draw from leagues
     where game_id = :game_id and draw is not null and start_gameweek <= :gameweek and id > :after
       and not exists (select from league_scores where league_id = leagues.id and gameweek = :gameweek
         and game_version = :game_version)
     order by id limit :limit`,
    { ...final, after, limit },
  );
}

/** Points of an entry in a final gameweek. */
export interface FinalEntry {
  id: string;
  ordinal: number;
  /** Epoch ms. */
  joined_at: number;
  /** False if the entry was suspended or excluded when the gameweek was settled. */
  ranked: boolean;
  points: number;
  /** Thousandths. */
  earned: number;
}

/** Reads the points of some entries; none if the gameweek was settled again or reopened. */
export function readFinalEntries(
  db: Database,
  final: FinalGameweek,
  ordinals: readonly number[],
): Promise<FinalEntry[]> {
  return query(
    db,
    `select id, e.ordinal, joined_at, rank is not null as ranked,
       coalesce(points, 0) as points, coalesce(earned, 0) as earned
     from settled_gameweeks as settled join entries as e using (game_id)
     left join entry_gameweeks as own on own.game_id = :game_id and own.gameweek = :gameweek and own.ordinal = e.ordinal
     where settled.game_id = :game_id and settled.gameweek = :gameweek and settled.game_version = :game_version
       and e.ordinal = any(:ordinals)`,
    { ...final, ordinals },
  );
}

/** Period whose corrections count in a gameweek, unless it becomes final earlier; `from` and `to` in epoch ms. */
export interface CorrectionPeriod {
  season: string;
  gameweek: number;
  from: number;
  to: number;
}

/** Sums administrators' corrections of points that count in a gameweek, by ordinal; later ones never change its scores. */
export async function readCorrections(
  db: Database,
  gameId: string,
  ordinals: readonly number[],
  period: CorrectionPeriod,
): Promise<Map<number, number>> {
  const rows = await query<{ ordinal: number; points: number }>(
    db,
    `select ordinal, sum(delta)::int as points from adjustments
     where game_id = :gameId and ordinal = any(:ordinals) and field = 'current_points'
       and at >= to_timestamp(:from / 1000.0) and at < to_timestamp(:to / 1000.0)
       and at <= coalesce((select settled_at from gameweeks where season = :season and id = :gameweek), 'infinity')
     group by ordinal`,
    { gameId, ordinals, ...period },
  );
  return new Map(rows.map(({ ordinal, points }) => [ordinal, points]));
}

/** Reads goals scored minus goals conceded of the players in a gameweek. */
export async function readGoals(
  db: Database,
  season: string,
  gameweek: number,
): Promise<Map<number, number>> {
  const rows = await query<{ player: number; goals: number }>(
    db,
    'select player, sum(goals)::int as goals from fixture_scores where season = ? and gameweek = ? group by player',
    [season, gameweek],
  );
  return new Map(rows.map(({ player, goals }) => [player, goals]));
}

/** Stores the scores of leagues in a final gameweek, unless those of a later version are stored. */
export async function writeScores(
  db: Database,
  { gameweek, game_version }: FinalGameweek,
  scores: readonly { league_id: string; scores: readonly MemberScore[] }[],
): Promise<void> {
  await db.raw(
    `insert into league_scores (league_id, gameweek, game_version, points, goals)
     select (row ->> 'league_id')::uuid, :gameweek, :game_version,
       array(select jsonb_array_elements_text(row -> 'points')::int),
       array(select jsonb_array_elements_text(row -> 'goals')::int)
     from jsonb_array_elements(:rows::jsonb) as row
     on conflict (league_id, gameweek) do update
       set game_version = excluded.game_version, points = excluded.points, goals = excluded.goals
     where league_scores.game_version < excluded.game_version`,
    {
      gameweek,
      game_version,
      rows: JSON.stringify(
        scores.map((league) => ({
          league_id: league.league_id,
          points: league.scores.map(({ points }) => points),
          goals: league.scores.map(({ goals }) => goals),
        })),
      ),
    },
  );
}

/** Reads the final scores of a league. */
export async function readScores(db: Database, leagueId: string): Promise<FinalScores> {
  const rows = await query<{ gameweek: number; points: number[]; goals: number[] }>(
    db,
    'select gameweek, points, goals from league_scores where league_id = ? order by gameweek',
    [leagueId],
  );
  return new Map(
    rows.map(({ gameweek, points, goals }) => [
      gameweek,
      points.map((own, member) => ({ points: own, goals: goals[member]! })),
    ]),
  );
}
