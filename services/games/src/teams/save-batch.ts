import { TouchlineError } from '@touchline/api/errors';
import { standingsChanged } from '@touchline/api/events/games';
import { writeOutbox } from '@touchline/service-kit/outbox';
import type { Knex } from 'knex';
import { findLatestGameweek, type Season } from '../football/season.ts';
import type { Seasons } from '../football/seasons.ts';
import type { StoredGame } from '../games/game.ts';
import { lockGame, raiseVersion } from '../games/games.store.ts';
import type { BatchResult } from '../games/transaction-batcher.ts';
import { insertLineups, type LatestLineup, readLatestLineups } from '../lineups/lineups.store.ts';
import { validateSave, type LineupSave, type LineupSaved, type Version } from './validate-save.ts';

/**
 * Saves lineups of one game in one transaction, in the order in which they came; each is judged and answered as if it had
 * come alone. One event tells of all of them.
 */
export async function saveBatch(
  { seasons, now }: { seasons: Seasons; now: () => number },
  trx: Knex.Transaction,
  gameId: string,
  saves: readonly LineupSave[],
): Promise<BatchResult<LineupSaved>[]> {
  // The game's row is locked until the commit: nobody else saves in this game, and its versions have no gaps.
  const game = await lockGame(trx, gameId);
  const season = await seasons.get(game.season);
  const latest = await readLatestLineups(
    trx,
    saves.map(({ entry }) => entry.id),
  );
  const at = now();
  const added: Version[] = [];
  const settled = new Map<LineupSave, BatchResult<LineupSaved>>();
  for (const save of [...saves].sort((a, b) => a.arrived - b.arrived)) {
    const versions = latest.get(save.entry.id)!;
    try {
      const { answer, version } = validateSave(save, { game, season, at, versions });
      settled.set(save, { answer });
      if (!version) continue;
      added.push(version);
      latest.set(save.entry.id, addVersion(versions, version));
    } catch (refused) {
      if (!(refused instanceof TouchlineError)) throw refused;
      settled.set(save, { refused });
    }
  }
  if (added.length > 0) await append(trx, season, game, added);
  return saves.map((save) => settled.get(save)!);
}

async function append(
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

/** The latest versions of an entry once another one is saved, in the order of the gameweeks. */
function addVersion(latest: readonly LatestLineup[], version: Version): LatestLineup[] {
  const gameweek = version.effective_gameweek;
  const versions = 1 + (latest.find((each) => each.effective_gameweek === gameweek)?.versions ?? 0);
  const others = latest.filter((each) => each.effective_gameweek !== gameweek);
  return [...others, { ...version, versions }].sort((a, b) => a.effective_gameweek - b.effective_gameweek);
}
