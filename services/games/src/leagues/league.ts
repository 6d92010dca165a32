import { TouchlineError } from '@touchline/api/errors';
import type { League, LeagueInvitation, LeagueKind } from '@touchline/api/http/leagues';
import { toInstant } from '@touchline/api/values';
import type { Calendar } from '@touchline/rules/calendar';
import { findGameweeks, hasStarted, type Season } from '@touchline/rules/season';
import { computeStatus, type StoredGame, toWireGame } from '../games/game.ts';
import type { StoredDraw } from './draw.store.ts';

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

/** Rule that decides who is in an automatic league. */
export type AutomaticRule =
  | { kind: 'EVERYONE' }
  | { kind: 'CLUB'; club: number }
  | { kind: 'JOINED_TOGETHER'; gameweek: number };

/** A league without an owner and a code, whose members follow from their entries. */
export interface AutomaticLeague {
  id: string;
  game_id: string;
  name: string;
  rule: AutomaticRule;
}

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

function computeState(league: Pick<StoredLeague, 'draw' | 'start_gameweek'>, time: LeagueTime) {
  if (isFinished(league, time)) return 'FINISHED';
  return hasLeagueStarted(league, time) ? 'STARTED' : 'OPEN';
}

/** Returns true for a league that no longer accepts members and that members cannot leave. */
export const isClosed = (league: Pick<StoredLeague, 'kind' | 'draw' | 'start_gameweek'>, time: LeagueTime) =>
  league.kind === 'HEAD_TO_HEAD' && hasLeagueStarted(league, time);

type LeagueFields = Omit<LeagueInvitation, 'id' | 'code' | 'game' | 'owner'>;

/** Converts the fields that members and holders of a code see. */
export const toFields = (league: StoredLeague, time: LeagueTime): LeagueFields => ({
  name: league.name,
  kind: league.kind,
  automatic: null,
  start_gameweek: league.start_gameweek,
  uses_coefficient: league.uses_coefficient,
  knock_out_gameweeks: league.knock_out_gameweeks,
  state: computeState(league, time),
  members: league.members,
  max_members: MAX_MEMBERS[league.kind],
});

export const toAutomaticFields = (
  { name, rule }: AutomaticLeague,
  members: number,
  time: LeagueTime,
): LeagueFields => {
  const start_gameweek = rule.kind === 'JOINED_TOGETHER' ? rule.gameweek : time.game.first_gameweek;
  return {
    name,
    kind: 'CLASSIC',
    automatic: rule.kind,
    start_gameweek,
    uses_coefficient: true,
    knock_out_gameweeks: 0,
    state: computeState({ draw: null, start_gameweek }, time),
    members,
    max_members: null,
  };
};

/** Returns true for the owner and the co-admins of a league. */
export const canManage = ({ owner, co_admins }: StoredLeague, wallet: string) =>
  owner === wallet || co_admins.includes(wallet);

/** Converts a league for one of its members. @param banned banned wallets, for those who manage it */
export function toWireLeague(
  league: StoredLeague,
  time: LeagueTime & { calendar: Calendar },
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

/** Converts an automatic league to API form. Its time of creation is the start of the game. */
export const toWireAutomatic = (
  league: AutomaticLeague,
  members: number,
  time: LeagueTime & { calendar: Calendar },
): League => ({
  id: league.id,
  game: toWireGame(time.game, time.now, time.calendar),
  ...toAutomaticFields(league, members, time),
  code: null,
  owner: null,
  co_admins: [],
  can_manage: false,
  banned: [],
  created_at: toInstant(time.game.start),
});

export const toInvitation = (
  league: StoredLeague,
  time: LeagueTime & { calendar: Calendar },
): LeagueInvitation => ({
  id: league.id,
  code: league.code,
  game: toWireGame(time.game, time.now, time.calendar),
  ...toFields(league, time),
  owner: league.owner,
});
