import type { Knex } from 'knex';
import { computeStakeCutOff } from '../coefficients/stake-cut-off.ts';
import { liveKind } from '../football/season.store.ts';
import { areFixturesOver, findGameweek, type Season, type SeasonGameweek } from '../football/season.ts';
import type { StoredGame } from '../games/game.ts';
import { raiseVersion } from '../games/games.store.ts';
import { computeGamePoints } from '../scoring/game-points.ts';
import type { Pass } from '../scoring/pass.ts';
import { computeCoefficients, type EntryTable } from '../standings/entry-table.ts';
import type { StandingsCache } from '../standings/standings-cache.ts';
import { createSettledRanks, type SettledRanks } from './settled-ranks.ts';
import {
  markSettled,
  readUnsettledGameweeks,
  type SettledColumns,
  writeSettled,
} from './settlement.store.ts';

/**
 * Returns true when all matches of a gameweek are over, the feed has checked it and its points are stored. Points after the check
 * are always stored before the flag. A gameweek without fixtures settles empty.
 */
export function canSettle(season: Season, gameweek: SeasonGameweek): boolean {
  if (gameweek.settled || !gameweek.finished || !gameweek.data_checked || !areFixturesOver(gameweek))
    return false;
  if (!season.snapshots.has('fixtures')) return false;
  return gameweek.start === null || season.snapshots.has(liveKind(gameweek.id));
}

/**
 * Settles all due gameweeks: marks them as final and stores the points of all entries in their games. The transaction must have
 * locked the season and read it afterwards.
 */
export async function settleDue(
  trx: Knex.Transaction,
  season: Season,
  standings: StandingsCache,
  now: number,
): Promise<Settled> {
  for (const gameweek of season.gameweeks.filter((each) => canSettle(season, each))) {
    await markSettled(trx, season.id, gameweek.id, now);
    gameweek.settled = true;
  }
  const settled: Settled = { games: new Set(), gameweeks: new Set() };
  for (const [game_id, gameweeks] of await readUnsettledGameweeks(trx, season.id)) {
    const due = gameweeks.map((gameweek) => findGameweek(season, gameweek)!);
    await settleGame(trx, season, due, game_id, standings, now);
    settled.games.add(game_id);
    for (const gameweek of gameweeks) settled.gameweeks.add(gameweek);
  }
  return settled;
}

/** Games that received final points, and the settled gameweeks. */
export interface Settled {
  games: Set<string>;
  gameweeks: Set<number>;
}

async function settleGame(
  trx: Knex.Transaction,
  season: Season,
  gameweeks: readonly SeasonGameweek[],
  game_id: string,
  standings: StandingsCache,
  now: number,
): Promise<void> {
  const game = await raiseVersion(trx, game_id);
  // The game's row is locked: no join or save can happen in between, and the previous version is committed.
  await standings.withTable(game_id, game.version - 1, async (table) => {
    const ranks = createSettledRanks(table);
    for (const gameweek of gameweeks) {
      const results = await table.workspace.run(computeResults(season, gameweek, game, table, ranks));
      const settled = { game_id, gameweek: gameweek.id, game_version: game.version, now };
      await writeSettled(trx, settled, results);
    }
  });
}

/** Computes the results of a gameweek for all entries. */
function* computeResults(
  season: Season,
  gameweek: SeasonGameweek,
  game: StoredGame,
  table: EntryTable,
  settled: SettledRanks,
): Pass<SettledColumns> {
  const { raw, points } = yield* computeGamePoints(season, gameweek, game, table);
  const coefficients = yield* computeCoefficients(table, gameweek.id, computeStakeCutOff(gameweek));
  const ranks = yield* settled.addGameweek(gameweek.id, points, coefficients);
  return { raw, points, coefficients, ranks };
}
