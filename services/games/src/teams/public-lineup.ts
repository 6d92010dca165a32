import type { PublicLineup, PublicPlayer } from '@touchline/api/http/lineups';
import { lineupsForGameweek } from '@touchline/rules/lineup';
import { isLocked } from '@touchline/rules/locks';
import type { TeamGameweek } from '@touchline/rules/points';
import { findGameweek, type SeasonFixture } from '@touchline/rules/season';
import { findMatches, isFixed, scoreTeam } from '@touchline/rules/team';
import { findEntry } from '../entries/entries.store.ts';
import type { Entry } from '../entries/entry.ts';
import { readLineups, type StoredLineup } from '../lineups/lineups.store.ts';
import type { GameStandings } from '../standings/cached-games.ts';
import { describePlayer } from './describe-player.ts';
import { type TeamDeps, teamNotFound } from './participations.ts';

/**
 * Finds the public view of a team: players whose place and armband can no longer change, with their points of the running or
 * last finished gameweek. Before the first lock only the team's name is visible.
 * @throws TouchlineError NOT_FOUND, also for a team of another game and for a suspended or excluded one
 */
export async function findPublicLineup(
  { db, standings: cache, now }: TeamDeps,
  gameId: string,
  entryId: string,
): Promise<PublicLineup> {
  const standings = await cache.getForRead(gameId);
  // The time is read before the lineup, so that a player who locks in between stays hidden.
  const at = now();
  const entry = await findEntry(db, entryId);
  if (entry?.game_id !== gameId || entry.suspended || entry.excluded) throw teamNotFound();
  const lineups = (await readLineups(db, [entry.id])).get(entry.id)!;
  const { team_name, wallet_address } = entry;
  return { team_name, wallet_address, ...buildVisibleLineup(standings, entry, lineups, at) };
}

function buildVisibleLineup(
  standings: GameStandings,
  entry: Entry,
  lineups: readonly StoredLineup[],
  now: number,
) {
  const { season, game } = standings;
  const hiddenTeam = { gameweek: null, formation: null, players: [], hidden: entry.roster.length };
  const gameweek =
    standings.summary.gameweek === null ? undefined : findGameweek(season, standings.summary.gameweek);
  const lineup = gameweek && lineupsForGameweek(lineups, gameweek.id).at(-1);
  const scored = gameweek && scoreTeam(season, gameweek, game, { ...entry, lineups });
  if (!lineup || !scored) return hiddenTeam;
  const matches = findMatches(season, gameweek, entry.roster);
  const roster = new Map(entry.roster.map((player) => [player.id, player]));
  const shown = scored.players.filter(({ id }) => isFixed(gameweek, matches.get(id)!, now));
  const visible = new Set(shown.map(({ id }) => id));
  const players = shown.map(({ id, points, provisional_bonus, minutes }) => {
    const { code, web_name, team_short_name, team_code, position } = describePlayer(roster.get(id)!, season);
    return {
      id,
      code,
      web_name,
      team_short_name,
      team_code,
      position,
      points,
      provisional_bonus,
      minutes,
      ...computeState(matches.get(id)!, now),
      ...findPlace(lineup, id),
      doubled: id === scored.armband,
      substitution: findSubstitution(id, scored, visible),
    };
  });
  if (players.length === 0) return hiddenTeam;
  const hidden = entry.roster.length - players.length;
  return { gameweek: gameweek.id, formation: lineup.formation, players, hidden };
}

/** Hides a pair with a hidden player, because it would reveal whether that player plays. */
function findSubstitution(
  id: number,
  { substitutions }: TeamGameweek,
  visible: ReadonlySet<number>,
): PublicPlayer['substitution'] {
  const pair = substitutions.find((each) => each.in === id || each.out === id);
  if (!pair || !visible.has(pair.in) || !visible.has(pair.out)) return null;
  return { comes_on: pair.in === id, projected: pair.projected };
}

function computeState(
  matches: readonly SeasonFixture[],
  now: number,
): Pick<PublicPlayer, 'playing' | 'over'> {
  return {
    playing: matches.some((match) => !match.over && isLocked([match], now)),
    over: matches.every((match) => match.over),
  };
}

function findPlace({ field, bench, captain_id, vice_captain_id }: StoredLineup, id: number) {
  const on_field = field.includes(id);
  return {
    on_field,
    bench_place: on_field ? null : bench.indexOf(id) + 1,
    captain: id === captain_id,
    vice_captain: id === vice_captain_id,
  };
}
