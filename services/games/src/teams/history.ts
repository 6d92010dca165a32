import type { HistoryTeam } from '@touchline/api/http/history';
import { COEFFICIENT_ONE, earnedPoints, earnedThousandths } from '@touchline/rules/points';
import type { SeasonGameweek } from '@touchline/rules/season';
import type { Row } from '@touchline/standings/standings';
import { readEntriesByWallet, readSettledGameweeks } from '../entries/entries.store.ts';
import type { Entry } from '../entries/entry.ts';
import { toWireGame } from '../games/game.ts';
import type { GameStandings } from '../standings/cached-games.ts';
import { findStartedGameweeks } from './details.ts';
import type { TeamDeps } from './participations.ts';

/** Finds a manager's ranked teams in all games, latest first. Unknown wallets have none. */
export async function findHistory(deps: TeamDeps, wallet: string): Promise<HistoryTeam[]> {
  const entries = await readEntriesByWallet(deps.db, wallet);
  const teams = await Promise.all(entries.map((entry) => buildHistoryTeam(deps, entry)));
  return teams
    .filter((team) => team !== null)
    .toSorted((a, b) => Date.parse(b.game.end_time) - Date.parse(a.game.end_time));
}

/** Returns null for a team outside the standings. */
async function buildHistoryTeam(deps: TeamDeps, entry: Entry): Promise<HistoryTeam | null> {
  const standings = await deps.standings.getForRead(entry.game_id);
  const row = standings.ranking.row(entry.wallet_address);
  if (!row || row.rank === null || entry.suspended || entry.excluded) return null;
  const { id, name, game_type, season_id, status, start_time, end_time } = toWireGame(
    standings.game,
    deps.now(),
    deps.calendar,
  );
  return {
    game: { id, name, game_type, season_id, status, start_time, end_time },
    participation_id: entry.id,
    team_name: entry.team_name,
    rank: row.rank,
    teams: standings.summary.players,
    earned_points: earnedPoints(row.earned),
    gameweeks: await listGameweeks(deps, entry, standings, row),
  };
}

/** Lists the settled gameweeks since the team joined, and the current one with the points of the standings. */
async function listGameweeks(
  { db, now }: TeamDeps,
  entry: Entry,
  standings: GameStandings,
  row: Row,
): Promise<HistoryTeam['gameweeks']> {
  const { summary, ranking } = standings;
  const started = findStartedGameweeks(standings, now()).filter(
    ({ end }) => (end ?? entry.joined_at) >= entry.joined_at,
  );
  const ids = started.map(({ id }) => id);
  const settled = await readSettledGameweeks(db, entry.game_id, entry.ordinal, ids);
  // The row has the coefficient of the next gameweek once this one is over.
  const coefficientIn = (gameweek: SeasonGameweek) =>
    ranking.findCoefficient(entry.wallet_address, gameweek) ?? COEFFICIENT_ONE;
  const average = (gameweek: number) => summary.averages.get(gameweek) ?? 0;
  return started.flatMap((each) => {
    const gameweek = each.id;
    const final = settled.get(gameweek);
    const points = final?.points ?? row.gameweek_points;
    if (!final && gameweek !== summary.gameweek) return [];
    return [
      {
        gameweek,
        points,
        earned: earnedPoints(final?.earned ?? earnedThousandths(points, coefficientIn(each))),
        rank: final ? final.rank : row.rank,
        average_points: average(gameweek),
        settled: final !== undefined,
      },
    ];
  });
}
