import type {
  ParticipationDetails,
  ParticipationGameweek,
  ParticipationPlayer,
  RosterPlayer,
} from '@touchline/api/http/entries';
import type { Calendar } from '@touchline/rules/calendar';
import { countingFixtures } from '@touchline/rules/counting';
import { COEFFICIENT_ONE, earnedPoints, earnedThousandths } from '@touchline/rules/earned';
import { lineupsOver } from '@touchline/rules/lineup-versions';
import type { TeamGameweek } from '@touchline/rules/points';
import { stakeCutOff } from '../coefficients/stake-cut-off.ts';
import type { SettledGameweek } from '../entries/entries.store.ts';
import type { Entry } from '../entries/entry.ts';
import {
  editGameweek,
  gameweekOf,
  gameweeksOf,
  hasBegun,
  type Season,
  type SeasonGameweek,
} from '../football/season.ts';
import type { StoredGame } from '../games/game.ts';
import { toWireLineup } from '../lineups/check.ts';
import type { StoredLineup } from '../lineups/lineups.store.ts';
import { lockedPlayers } from '../lineups/locked.ts';
import { clubsNow, scoreTeam, type Team } from '../scoring/team.ts';
import { indexOf } from '../standings/leaderboard.ts';
import type { Standings } from '../standings/standings.ts';
import { participationOnTheWire } from './participation.ts';
import { type ExplainByPlayer, playerFixtures } from './player-fixtures.ts';

export interface DetailsInput {
  entry: Entry;
  lineups: readonly StoredLineup[];
  standings: Standings;
  settled: ReadonlyMap<number, SettledGameweek>;
  /** Of the gameweek that the players speak of. */
  explain: ExplainByPlayer;
  now: number;
  calendar: Calendar;
}

/** The gameweek that the players of a team speak of: the one that runs or ran last, before that the first. */
export function shownGameweek(standings: Standings): SeasonGameweek | undefined {
  const { season, game, gameweek } = standings;
  return gameweekOf(season, gameweek ?? game.first_gameweek);
}

/** A team with everything that its owner may see. */
export function participationDetails(input: DetailsInput): ParticipationDetails {
  const { entry, lineups, standings, now, calendar } = input;
  const { season, game } = standings;
  const edited = editGameweek(season, game, now);
  const current = lineupsOver(lineups, edited).at(-1) ?? lineups[0]!;
  const next = lineups.findLast((version) => version.effective_gameweek > edited);
  const team: Team = { joined_at: entry.joined_at, roster: entry.roster, lineups };
  const gameweeks = begunGameweeks(standings, now).flatMap((gameweek) => {
    const scored = scoreTeam(season, gameweek, game, team);
    return scored ? [{ gameweek, scored }] : [];
  });
  const shown = shownGameweek(standings);
  const shownScore = gameweeks.find(({ gameweek }) => gameweek === shown)?.scored;
  return {
    ...participationOnTheWire(entry, current.formation, standings, now, calendar),
    ...toWireLineup(current),
    gameweek: standings.gameweek,
    edit_gameweek: edited,
    next_lineup: next ? { ...toWireLineup(next), effective_gameweek: next.effective_gameweek } : null,
    players: players(input, team, shown, shownScore),
    gameweeks: gameweeks.map(({ gameweek, scored }) => gameweekOnTheWire(input, team, gameweek, scored)),
  };
}

/** The gameweeks of the game that have begun, ascending. */
export function begunGameweeks({ season, game }: Standings, now: number): SeasonGameweek[] {
  return gameweeksOf(season, game).filter((gameweek) => hasBegun(gameweek, now));
}

function players(
  { entry, standings, explain, now }: DetailsInput,
  team: Team,
  shown: SeasonGameweek | undefined,
  scored: TeamGameweek | undefined,
): ParticipationPlayer[] {
  const { season, game } = standings;
  const locked = lockedPlayers(season, editGameweek(season, game, now), entry.roster, now);
  const byId = new Map(scored?.players.map((player) => [player.id, player]));
  return entry.roster.map((player) => ({
    ...describe(player, season),
    current_points: byId.get(player.id)?.points ?? 0,
    minutes: byId.get(player.id)?.minutes ?? 0,
    locked: locked.has(player.id),
    fixtures: shown ? playerFixtures(season, shown, game, team, player.id, explain) : [],
  }));
}

/** A player of the roster as the feed has him now; who is in it no more stays as he was. */
function describe(player: RosterPlayer, season: Season) {
  const now = season.players.get(player.id);
  const club = season.clubs.get(now?.team ?? player.team);
  return {
    id: player.id,
    code: player.code,
    full_name: now?.name ?? player.name,
    web_name: now?.web_name ?? player.web_name,
    real_team_name: club?.name ?? '',
    team_short_name: club?.short_name ?? '',
    team_code: club?.code ?? player.team_code,
    position: player.position,
    price: now === undefined ? player.price : now.price / 10,
    form: now?.form ?? 0,
    status: now?.status ?? 'u',
    news: now?.news ?? '',
    chance_of_playing: now?.chance_of_playing ?? null,
  };
}

function gameweekOnTheWire(
  { entry, standings, settled: byGameweek }: DetailsInput,
  team: Team,
  gameweek: SeasonGameweek,
  scored: TeamGameweek,
): ParticipationGameweek {
  const { season, game } = standings;
  const settled = byGameweek.get(gameweek.id);
  const coefficient = settled?.coefficient ?? coefficientIn(standings, entry, gameweek);
  const points = settled?.points ?? scored.points;
  return {
    gameweek: gameweek.id,
    players: scored.players.map(({ id, points: own, minutes }) => ({ id, points: own, minutes })),
    raw_points: settled?.raw_points ?? scored.raw_points,
    points,
    coefficient: coefficient / COEFFICIENT_ONE,
    earned: earnedPoints(settled?.earned ?? earnedThousandths(points, coefficient)),
    armband: scored.armband,
    substitutions: scored.substitutions.map((pair) => ({ ...pair, projected: !settled && pair.projected })),
    final_eleven: scored.final_eleven,
    settled: settled !== undefined,
    average_points: standings.averages.get(gameweek.id) ?? 0,
    rank: settled ? settled.rank : rankNow(standings, entry, gameweek),
    ...matchesOf(season, gameweek, game, team),
  };
}

/** Where he stands in the running gameweek; one before it that is still to be checked has no standings of its own. */
function rankNow(standings: Standings, entry: Entry, gameweek: SeasonGameweek): number | null {
  const index = indexOf(standings, entry.wallet_address);
  if (gameweek.id !== standings.gameweek || index === undefined) return null;
  return standings.ranks[index] || null;
}

/** Thousandths; what the standings multiply with. */
function coefficientIn(standings: Standings, entry: Entry, gameweek: SeasonGameweek): number {
  const index = indexOf(standings, entry.wallet_address);
  const { coefficients } = standings.table;
  return index === undefined ? COEFFICIENT_ONE : coefficients.of(index, stakeCutOff(gameweek));
}

/** Matches of the squad's clubs in the gameweek, and how many count for this team: "7 of 10 matches still count". */
function matchesOf(season: Season, gameweek: SeasonGameweek, game: StoredGame, team: Team) {
  const clubs = new Set(clubsNow(season, team.roster).values());
  const own = gameweek.fixtures.filter(({ home, away }) => clubs.has(home) || clubs.has(away));
  const counting = countingFixtures(own, { ...game, joined_at: team.joined_at });
  return { matches: own.length, matches_counting: counting.length };
}
