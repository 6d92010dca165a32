import type { LeaderboardRow, StandingsRow } from '@touchline/api/http/leaderboard';
import { listPositions, type StoredLineupVersion } from '@touchline/rules/lineup';
import { isLocked } from '@touchline/rules/locks';
import {
  COEFFICIENT_ONE,
  earnedPoints,
  type PlayersGameweek,
  playersGameweek,
} from '@touchline/rules/points';
import { findGameweek, findGameweeks, type Season, type SeasonGameweek } from '@touchline/rules/season';
import { findMatches, findTeamInput, isFixed, type Team } from '@touchline/rules/team';
import type { Row } from '@touchline/standings/standings';
import type { GameStandings } from './cached-games.ts';
import type { FindNewEntry } from './new-entries.store.ts';

/** Fields of a row that are public from the start. */
export type PublicRow = Omit<Row, 'section' | 'ordinal' | 'joined_at' | 'lineup'>;

/**
 * Converts a ranked entry to API form.
 * @param showsEntryPoints false while players of the team are sealed: entry points are a sum over them (game rules 10.10)
 */
const toStandingsRow = (row: PublicRow, showsEntryPoints: boolean): StandingsRow => ({
  rank: row.rank!,
  previous_rank: row.previous_rank,
  participation_id: row.id,
  user_id: row.wallet,
  wallet_address: row.wallet,
  team_name: row.team_name,
  earned_points: earnedPoints(row.earned),
  current_points: (showsEntryPoints ? row.entry_points : 0) + row.points,
  entry_points: showsEntryPoints ? row.entry_points : 0,
  coefficient_applied: row.coefficient / COEFFICIENT_ONE,
  gameweek_points: row.gameweek_points,
});

/** Converts a ranked entry to API form, with the part of its team that this viewer may see. */
export const toLeaderboardRow = (
  standings: GameStandings,
  row: Row,
  viewer: 'public' | 'owner',
): LeaderboardRow => ({
  ...toStandingsRow(row, viewer === 'owner' || isRosterOpen(standings, row)),
  ...buildVisibleTeam(standings, row, viewer),
});

/** Lists the gameweeks of a game whose lineups are completely open: every match has kicked off, or they are settled. */
function listOpenGameweeks(
  { season, game }: Pick<GameStandings, 'season' | 'game'>,
  now: number,
): SeasonGameweek[] {
  const isOpen = ({ settled, fixtures }: SeasonGameweek) =>
    settled || (fixtures.length > 0 && fixtures.every((fixture) => isLocked([fixture], now)));
  return findGameweeks(season, game).filter(isOpen);
}

/** Finds the last gameweek of a game whose lineups are completely open. */
export const findOpenGameweek = (
  standings: Pick<GameStandings, 'season' | 'game'>,
  now: number,
): SeasonGameweek | undefined => listOpenGameweeks(standings, now).at(-1);

/** Finds the last kick-off of the gameweeks that are completely open, in epoch ms; 0 without one. */
export function findOpenUntil(standings: GameStandings): number {
  const open = listOpenGameweeks(standings, standings.summary.computed_at);
  return Math.max(0, ...open.flatMap(({ fixtures }) => fixtures.map(({ kickoff }) => kickoff ?? 0)));
}

/** Returns true once every player of an entry has been locked in a gameweek. */
const isRosterOpen = (standings: GameStandings, { joined_at }: Pick<Row, 'joined_at'>): boolean =>
  joined_at < findOpenUntil(standings);

/**
 * Finds the row of a wallet, even if it joined after these standings were computed. It then has no points and shares the rank of
 * all entries without points.
 * @param viewer `public` sees entry points once all players of the team have been locked; `owner` always
 * @returns null when the wallet is not in the game, or not ranked
 */
export async function findOwnRow(
  findNewEntry: FindNewEntry,
  standings: GameStandings,
  wallet: string,
  viewer: 'public' | 'owner',
): Promise<StandingsRow | null> {
  const isOwner = viewer === 'owner';
  const row = standings.ranking.row(wallet);
  if (row) return row.rank === null ? null : toStandingsRow(row, isOwner || isRosterOpen(standings, row));
  const entry = await findNewEntry(standings.game.id, wallet);
  if (!entry) return null;
  const unscored = { points: 0, earned: 0, coefficient: COEFFICIENT_ONE, gameweek_points: 0 };
  const rank = { rank: standings.summary.rank_without_points, previous_rank: null };
  return toStandingsRow({ ...entry, ...rank, ...unscored, wallet }, isOwner);
}

/** Finds the caller's own row with their team, of which nothing is hidden. */
export async function findOwnTeamRow(
  findNewEntry: FindNewEntry,
  standings: GameStandings,
  wallet: string,
): Promise<LeaderboardRow | null> {
  const row = standings.ranking.row(wallet);
  if (row) return row.rank === null ? null : toLeaderboardRow(standings, row, 'owner');
  const own = await findOwnRow(findNewEntry, standings, wallet, 'owner');
  return own && { ...own, ...NOTHING_VISIBLE };
}

export type VisibleTeam = Pick<LeaderboardRow, 'captain' | 'played'>;

/** Shown before the first kick-off, and for a team without a lineup. */
export const NOTHING_VISIBLE: VisibleTeam = { captain: null, played: null };

/**
 * Builds the captain and number of played starters of a team, as of the time of the standings. That is never later than the time
 * the lineup was read: a captain who locks in between stays hidden.
 * @param viewer `public` sees a captain from the captain's kick-off, as in the team preview; `owner` always
 */
export function buildVisibleTeam(
  { season, game, summary }: GameStandings,
  row: Row,
  viewer: 'public' | 'owner',
): VisibleTeam {
  const gameweek = summary.gameweek === null ? undefined : findGameweek(season, summary.gameweek);
  if (!gameweek) return NOTHING_VISIBLE;
  const { lineup } = row;
  const team = buildRowTeam(season, row);
  const input = findTeamInput(season, gameweek, game, team);
  if (!input) return NOTHING_VISIBLE;
  const scored = playersGameweek(input);
  const bands = [lineup.captain_id, lineup.vice_captain_id];
  const matches = findMatches(
    season,
    gameweek,
    team.roster.filter(({ id }) => bands.includes(id)),
  );
  const isVisible = (id: number) =>
    viewer === 'owner' || isFixed(gameweek, matches.get(id)!, summary.computed_at);
  return {
    captain: findVisibleCaptain(lineup, scored, isVisible, season.players),
    played: countPlayed(lineup, scored),
  };
}

/** Builds the team of a row with its one lineup. */
export function buildRowTeam(season: Season, { joined_at, lineup }: Pick<Row, 'joined_at' | 'lineup'>): Team {
  const positions = listPositions(lineup);
  const roster = [...lineup.field, ...lineup.bench].map((id, slot) => ({
    id,
    position: positions[slot]!,
    team: season.players.get(id)?.team ?? 0,
  }));
  return { joined_at, roster, lineups: [lineup] };
}

function findVisibleCaptain(
  { captain_id, vice_captain_id }: StoredLineupVersion,
  { armband }: PlayersGameweek,
  isVisible: (id: number) => boolean,
  players: Season['players'],
): VisibleTeam['captain'] {
  // A hidden vice-captain stays hidden, even after the captain has missed.
  const vice_captain = armband === vice_captain_id && isVisible(vice_captain_id);
  const wearer = vice_captain ? vice_captain_id : captain_id;
  const player = isVisible(wearer) ? players.get(wearer) : undefined;
  return player ? { web_name: player.web_name, vice_captain } : null;
}

/** Counts the starters who have played. Their matches have started, so none of them is hidden. */
function countPlayed({ field }: StoredLineupVersion, { players }: PlayersGameweek): number {
  return players.filter(({ id, played }) => played && field.includes(id)).length;
}
