import { findGameweek, type Season, type SeasonGameweek } from '@touchline/rules/season';
import type { Knex } from 'knex';
import { liveKind } from '../football/season.store.ts';
import { raiseVersion } from '../games/games.store.ts';
import type { StandingsCache } from '../standings/cache.ts';
import { storeGameweekInputs } from './gameweek-inputs.ts';
import { markSettled, readUnsettledGameweeks, writeSettled } from './settlement.store.ts';

/**
 * Returns true when the feed has finished and checked a gameweek and its points are stored. Fixtures and points after the check are
 * always stored before the flag. A gameweek without fixtures settles empty.
 */
export function canSettle(season: Season, gameweek: SeasonGameweek): boolean {
  if (gameweek.settled || !gameweek.finished || !gameweek.data_checked) return false;
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
  const inputs = new Map<number, Buffer>();
  for (const [game_id, gameweeks] of await readUnsettledGameweeks(trx, season.id)) {
    const due = gameweeks.map((gameweek) => findGameweek(season, gameweek)!);
    for (const gameweek of due)
      if (!inputs.has(gameweek.id)) inputs.set(gameweek.id, await storeGameweekInputs(trx, season, gameweek));
    await settleGame(trx, { season, inputs }, due, game_id, standings, now);
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
  { season, inputs }: { season: Season; inputs: ReadonlyMap<number, Buffer> },
  gameweeks: readonly SeasonGameweek[],
  game_id: string,
  standings: StandingsCache,
  now: number,
): Promise<void> {
  const game = await raiseVersion(trx, game_id);
  // The game's row is locked: no join or save can happen in between, and the previous version is committed.
  await standings.withLoaded(game_id, game.version - 1, async (loaded) => {
    for (const final of await loaded.settle({ season, game, now }, gameweeks)) {
      const settled = { game_id, game_version: game.version, inputs: inputs.get(final.gameweek)! };
      await writeSettled(trx, settled, final);
    }
  });
}
