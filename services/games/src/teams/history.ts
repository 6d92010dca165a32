import type { HistoryTeam } from '@touchline/api/http/history';
import { earnedPoints, earnedThousandths } from '@touchline/rules/points';
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

/** Lists the settled gameweeks, and the current one with the points of the standings. */
async function listGameweeks(
  { db, now }: TeamDeps,
  entry: Entry,
  standings: GameStandings,
  row: Row,
): Promise<HistoryTeam['gameweeks']> {
  const { summary } = standings;
  const started = findStartedGameweeks(standings, now()).map((gameweek) => gameweek.id);
  const settled = await readSettledGameweeks(db, entry.game_id, entry.ordinal, started);
  const average = (gameweek: number) => summary.averages.get(gameweek) ?? 0;
  return started.flatMap((gameweek) => {
    const final = settled.get(gameweek);
    const points = final?.points ?? row.gameweek_points;
    if (!final && gameweek !== summary.gameweek) return [];
    return [
      {
        gameweek,
        points,
        earned: earnedPoints(final?.earned ?? earnedThousandths(points, row.coefficient)),
        rank: final ? final.rank : row.rank,
        average_points: average(gameweek),
        settled: final !== undefined,
      },
    ];
  });
}
