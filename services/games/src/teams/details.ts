import type { ParticipationDetails, ParticipationPlayer, Refund } from '@touchline/api/http/entries';
import type { Calendar } from '@touchline/rules/calendar';
import { lineupsForGameweek } from '@touchline/rules/lineup';
import type { TeamGameweek } from '@touchline/rules/points';
import {
  findEditableGameweek,
  findGameweek,
  findGameweeks,
  hasStarted,
  type SeasonGameweek,
} from '@touchline/rules/season';
import { findLockedPlayers, scoreTeam, type Team } from '@touchline/rules/team';
import { readSettledGameweeks, type SettledGameweek } from '../entries/entries.store.ts';
import type { Entry } from '../entries/entry.ts';
import { toWireGame } from '../games/game.ts';
import { readLineups, type StoredLineup } from '../lineups/lineups.store.ts';
import type { GameStandings } from '../standings/cached-games.ts';
import { describePlayer } from './describe-player.ts';
import {
  findRefundsByGame,
  findScore,
  requireOwnEntry,
  type TeamDeps,
  toWireParticipation,
} from './participations.ts';
import { buildPlayerFixtures, type ExplainByPlayer } from './player-fixtures.ts';
import { toWireGameweek } from './team-gameweek.ts';
import { findExplainLines } from './teams.store.ts';
import { toWireLineup } from './validate-save.ts';

interface DetailsInput {
  entry: Entry;
  lineups: readonly StoredLineup[];
  standings: GameStandings;
  settled: ReadonlyMap<number, SettledGameweek>;
  refunds: Refund[];
  /** Explain lines of the shown gameweek. */
  explain: ExplainByPlayer;
  now: number;
  calendar: Calendar;
}

/** Finds the gameweek of the shown points: the running or last finished one, else the game's first. */
function findShownGameweek(standings: GameStandings): SeasonGameweek | undefined {
  const { season, game, summary } = standings;
  return findGameweek(season, summary.gameweek ?? game.first_gameweek);
}

/** Finds the started gameweeks of the game, ascending. */
export function findStartedGameweeks({ season, game }: GameStandings, now: number): SeasonGameweek[] {
  return findGameweeks(season, game).filter((gameweek) => hasStarted(gameweek, now));
}

/**
 * Finds a wallet's team in detail.
 * @throws TouchlineError NOT_FOUND, also for another user's team
 */
export async function findDetails(
  { db, standings: cache, calendar, now }: TeamDeps,
  id: string,
  wallet: string,
): Promise<ParticipationDetails> {
  const entry = await requireOwnEntry(db, id, wallet);
  const standings = await cache.getForRead(entry.game_id);
  const at = now();
  const gameweeks = findStartedGameweeks(standings, at).map((gameweek) => gameweek.id);
  const [lineups, settled, explain, refunds] = await Promise.all([
    readLineups(db, [entry.id]),
    readSettledGameweeks(db, entry.game_id, entry.ordinal, gameweeks),
    findExplainLines(
      db,
      standings.season.id,
      findShownGameweek(standings)?.id ?? 0,
      entry.roster.map((player) => player.id),
    ),
    findRefundsByGame(db, wallet),
  ]);
  return buildDetails({
    entry,
    lineups: lineups.get(entry.id)!,
    standings,
    settled,
    explain,
    refunds: refunds.get(entry.game_id) ?? [],
    now: at,
    calendar,
  });
}

/** Builds a team with everything its owner may see. */
function buildDetails(input: DetailsInput): ParticipationDetails {
  const { entry, lineups, standings, settled, refunds, now, calendar } = input;
  const { season, game } = standings;
  const edited = findEditableGameweek(season, game, now);
  const current = lineupsForGameweek(lineups, edited).at(-1) ?? lineups[0]!;
  const next = lineups.findLast((version) => version.effective_gameweek > edited);
  const team: Team = { joined_at: entry.joined_at, roster: entry.roster, lineups };
  const gameweeks = findStartedGameweeks(standings, now).flatMap((gameweek) => {
    const scored = scoreTeam(season, gameweek, game, team);
    return scored ? [{ gameweek, scored }] : [];
  });
  const shown = findShownGameweek(standings);
  const shownScore = gameweeks.find(({ gameweek }) => gameweek === shown)?.scored;
  return {
    ...toWireParticipation(
      { entry, formation: current.formation, refunds },
      toWireGame(game, now, calendar),
      findScore(standings, entry),
    ),
    ...toWireLineup(current),
    gameweek: standings.summary.gameweek,
    edit_gameweek: edited,
    next_lineup: next ? { ...toWireLineup(next), effective_gameweek: next.effective_gameweek } : null,
    players: buildPlayers(input, team, shown, shownScore),
    gameweeks: gameweeks.map(({ gameweek, scored }) =>
      toWireGameweek(standings, entry, team, gameweek, scored, settled.get(gameweek.id)),
    ),
  };
}

function buildPlayers(
  { entry, standings, explain, now }: DetailsInput,
  team: Team,
  shown: SeasonGameweek | undefined,
  scored: TeamGameweek | undefined,
): ParticipationPlayer[] {
  const { season, game } = standings;
  const locked = findLockedPlayers(season, findEditableGameweek(season, game, now), entry.roster, now);
  const byId = new Map(scored?.players.map((player) => [player.id, player]));
  return entry.roster.map((player) => ({
    ...describePlayer(player, season),
    current_points: byId.get(player.id)?.points ?? 0,
    minutes: byId.get(player.id)?.minutes ?? 0,
    locked: locked.has(player.id),
    fixtures: shown ? buildPlayerFixtures(season, shown, game, team, player, explain) : [],
  }));
}
