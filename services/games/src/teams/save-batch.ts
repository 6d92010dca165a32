import { TouchlineError } from '@touchline/api/errors';
import { standingsChanged } from '@touchline/api/events/games';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import type { Knex } from 'knex';
import { findLatestGameweek, type Season } from '../football/season.ts';
import type { Seasons } from '../football/seasons.ts';
import type { StoredGame } from '../games/game.ts';
import { lockGame, raiseVersion } from '../games/games.store.ts';
import type { BatchResult } from '../games/transaction-batcher.ts';
import { insertLineups, type LatestLineup, readLatestLineups } from '../lineups/lineups.store.ts';
import { type LineupSave, type LineupSaved, type Version, validateSave } from './validate-save.ts';

/**
 * Saves lineups of one game in one transaction, in the order of the requests. Each request gets the same result as if it had
 * been sent alone. All changes are published with one event.
 */
export async function saveBatch(
  { seasons, now }: { seasons: Seasons; now: () => number },
  trx: Knex.Transaction,
  gameId: string,
  saves: readonly LineupSave[],
): Promise<BatchResult<LineupSaved>[]> {
  // The lock of the game's row excludes other saves until the commit, so versions have no gaps.
  const game = await lockGame(trx, gameId);
  const season = await seasons.get(game.season);
  const latest = await readLatestLineups(
    trx,
    saves.map(({ entry }) => entry.id),
  );
  const at = now();
  const added: Version[] = [];
  const results = new Map<LineupSave, BatchResult<LineupSaved>>();
  for (const save of [...saves].sort((a, b) => a.arrived - b.arrived)) {
    const versions = latest.get(save.entry.id)!;
    try {
      const { saved, version } = validateSave(save, { game, season, at, versions });
      results.set(save, { value: saved });
      if (!version) continue;
      added.push(version);
      latest.set(save.entry.id, addVersion(versions, version));
    } catch (error) {
      if (!(error instanceof TouchlineError)) throw error;
      results.set(save, { error });
    }
  }
  if (added.length > 0) await appendVersions(trx, season, game, added);
  return saves.map((save) => results.get(save)!);
}

async function appendVersions(
  trx: Knex.Transaction,
  season: Season,
  game: StoredGame,
  added: readonly Version[],
): Promise<void> {
  const { version } = await raiseVersion(trx, game.id, added.length);
  const before = version - added.length;
  await insertLineups(
    trx,
    added.map((lineup, index) => ({ ...lineup, game_version: before + index + 1 })),
  );
  const last = Math.max(...added.map(({ saved_at }) => saved_at));
  const gameweek = findLatestGameweek(season, game, last)?.id ?? null;
  await writeOutbox(trx, standingsChanged, { game_id: game.id, gameweek });
}

/** Adds a version to the latest versions of an entry, in the order of the gameweeks. */
function addVersion(latest: readonly LatestLineup[], version: Version): LatestLineup[] {
  const gameweek = version.effective_gameweek;
  const versions = 1 + (latest.find((each) => each.effective_gameweek === gameweek)?.versions ?? 0);
  const others = latest.filter((each) => each.effective_gameweek !== gameweek);
  return [...others, { ...version, versions }].sort((a, b) => a.effective_gameweek - b.effective_gameweek);
}
