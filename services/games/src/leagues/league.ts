import { TouchlineError } from '@touchline/api/errors';
import type { League, LeagueInvitation, LeagueKind } from '@touchline/api/http/leagues';
import { toInstant } from '@touchline/api/values';
import type { Calendar } from '@touchline/rules/calendar';
import { findGameweeks, hasStarted, type Season } from '@touchline/rules/season';
import { computeStatus, type StoredGame, toWireGame } from '../games/game.ts';

/** A league as stored. */
export interface StoredLeague {
  id: string;
  game_id: string;
  name: string;
  kind: LeagueKind;
  code: string;
  owner: string;
  co_admins: string[];
  start_gameweek: number;
  uses_coefficient: boolean;
  knock_out_gameweeks: number;
  members: number;
  /** Raised by every change of the members. */
  version: number;
  /** Version of the last removal. */
  removed_version: number;
  /** Null before the draw of a head-to-head league. */
  draw: StoredDraw | null;
  /** Epoch ms. */
  created_at: number;
}

/** Draw with its facts; they are described in `drawLeague`. */
export interface StoredDraw {
  seed: string;
  /** Wallets in the drawn order. */
  members: string[];
  /** Ordinals of their entries. */
  ordinals: number[];
  data_hash: string;
}

/** A head-to-head league after its draw. Its start is the first gameweek with matches. */
export interface DrawnLeague
  extends Pick<
    StoredLeague,
    'id' | 'game_id' | 'start_gameweek' | 'uses_coefficient' | 'knock_out_gameweeks'
  > {
  draw: StoredDraw;
}

/** Rule that decides who is in an automatic league. */
export type AutomaticRule =
  | { kind: 'EVERYONE' }
  | { kind: 'CLUB'; club: number }
  | { kind: 'JOINED_TOGETHER'; gameweek: number };

/** A league without an owner and a code, whose members follow from their entries. `members` is 0 until the table is read. */
export interface AutomaticLeague
  extends Omit<StoredLeague, 'code' | 'owner' | 'version' | 'removed_version'> {
  code: null;
  owner: null;
  rule: AutomaticRule;
}

/** A league of a user. */
export type OwnLeague = StoredLeague | AutomaticLeague;

export const isAutomatic = (league: OwnLeague): league is AutomaticLeague => 'rule' in league;

/** Maximum number of members, by kind. */
export const MAX_MEMBERS: Readonly<Record<LeagueKind, number>> = { CLASSIC: 100_000, HEAD_TO_HEAD: 20 };
/** Leagues of an entry, without the automatic ones. */
export const MAX_LEAGUES_PER_ENTRY = 30;

/** Error for a league that does not exist or that the user is not in: the two must not differ. */
export const leagueNotFound = () => new TouchlineError('NOT_FOUND', 'This league does not exist.');

/** Time at which a league is shown, with its game. */
export interface LeagueTime {
  game: StoredGame;
  season: Season;
  now: number;
  calendar: Calendar;
}

/** Returns true once a head-to-head league is drawn, or the first gameweek of a league has started. */
export function hasLeagueStarted(
  { draw, start_gameweek }: Pick<StoredLeague, 'draw' | 'start_gameweek'>,
  { game, season, now }: LeagueTime,
): boolean {
  const first = findGameweeks(season, game).find(({ id }) => id === start_gameweek);
  return draw !== null || (first !== undefined && hasStarted(first, now));
}

/** Returns true if the game has ended or was cancelled. */
export function isGameOver({ game, now }: Pick<LeagueTime, 'game' | 'now'>): boolean {
  const status = computeStatus(game, now);
  return status === 'COMPLETED' || status === 'CANCELLED';
}

/** Returns true once the game is over, or if the league has missed it: it had too few members to start (game rule 9.11). */
export const isFinished = ({ start_gameweek }: Pick<StoredLeague, 'start_gameweek'>, time: LeagueTime) =>
  isGameOver(time) || start_gameweek > time.game.last_gameweek;

function computeState(league: OwnLeague, time: LeagueTime) {
  if (isFinished(league, time)) return 'FINISHED';
  return hasLeagueStarted(league, time) ? 'STARTED' : 'OPEN';
}

/** Returns true for a league that no longer accepts members and that members cannot leave. */
export const isClosed = (league: OwnLeague, time: LeagueTime) =>
  league.kind === 'HEAD_TO_HEAD' && hasLeagueStarted(league, time);

type LeagueFields = Omit<LeagueInvitation, 'id' | 'code' | 'game' | 'owner'>;

/** Converts the fields that members and holders of a code see. */
export const toFields = (league: OwnLeague, time: LeagueTime): LeagueFields => ({
  name: league.name,
  kind: league.kind,
  automatic: isAutomatic(league) ? league.rule.kind : null,
  start_gameweek: league.start_gameweek,
  uses_coefficient: league.uses_coefficient,
  knock_out_gameweeks: league.knock_out_gameweeks,
  state: computeState(league, time),
  members: league.members,
  max_members: isAutomatic(league) ? null : MAX_MEMBERS[league.kind],
});

/** Returns true for the owner and the co-admins of a league. */
export const canManage = ({ owner, co_admins }: OwnLeague, wallet: string) =>
  owner === wallet || co_admins.includes(wallet);

/** Converts a league for one of its members. @param banned banned wallets, for those who manage it */
export function toWireLeague(
  league: OwnLeague,
  time: LeagueTime,
  wallet: string,
  banned: readonly string[],
): League {
  return {
    id: league.id,
    game: toWireGame(time.game, time.now, time.calendar),
    ...toFields(league, time),
    code: isClosed(league, time) || isFinished(league, time) ? null : league.code,
    owner: league.owner,
    co_admins: league.co_admins,
    can_manage: canManage(league, wallet),
    banned: [...banned],
    created_at: toInstant(league.created_at),
  };
}

export const toInvitation = (league: StoredLeague, time: LeagueTime): LeagueInvitation => ({
  id: league.id,
  code: league.code,
  game: toWireGame(time.game, time.now, time.calendar),
  ...toFields(league, time),
  owner: league.owner,
});
