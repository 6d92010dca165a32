import { groupAdjustments } from '@touchline/rules/adjustments';
import type { Database } from '@touchline/service-kit/data/database';
import type { Standings } from '@touchline/standings/standings';
import { findAdjustmentSums } from '../adjustments/adjustments.store.ts';
import { readParticipants } from '../games/games.store.ts';
import {
  readAhead,
  readCoefficientChanges,
  readCoefficientsAfter,
  readEdits,
  readEntries,
  readLaterLineups,
  readSettledGameweeks,
  readSettledPoints,
  readStakers,
  readUnrankedOrdinals,
} from './load.store.ts';

/** Up to this many new entries, Postgres joins the histories. Beyond it all stakers are read and matched in memory. */
const SMALL_BATCH = 10_000;

/**
 * Reads the rows that changed after one committed version of the game and up to another; -1 for a game that is not in memory.
 * Raising the version locks the game's row, so every row up to that version is readable. After an error the standings are
 * incomplete and must be discarded.
 */
export async function load(
  db: Database,
  standings: Standings,
  gameId: string,
  from: number,
  to: number,
): Promise<void> {
  if (from >= to) return;
  const known = standings.entries;
  if (known === 0) standings.reserve(await readParticipants(db, gameId));
  for await (const batches of readAhead(readEntries(db, gameId, known)))
    for (const batch of batches) standings.append(batch);
  if (known > 0) {
    standings.edit(await readEdits(db, gameId, known, from));
    standings.setCoefficients(await readCoefficientChanges(db, gameId, from, to));
  }
  await loadCoefficients(db, standings, gameId, known);
  for await (const batch of readAhead(readLaterLineups(db, gameId, from, to))) standings.saveLineups(batch);
  await loadSettled(db, standings, gameId, from, to);
  const unranked = await readUnrankedOrdinals(db, gameId, standings.entries);
  const adjustments = await findAdjustmentSums(db, gameId, 1, standings.entries);
  standings.adjust(groupAdjustments(adjustments), unranked);
}

/** Reads the coefficients of the entries after the first `known`. */
async function loadCoefficients(db: Database, standings: Standings, gameId: string, known: number) {
  if (standings.entries - known <= SMALL_BATCH)
    return standings.setCoefficients(await readCoefficientsAfter(db, gameId, known));
  for await (const stakers of readStakers(db)) standings.setCoefficients(stakers);
}

/** Adds newly settled gameweeks. A gameweek that was settled again rebuilds all sums. */
async function loadSettled(db: Database, standings: Standings, gameId: string, from: number, to: number) {
  let gameweeks = await readSettledGameweeks(db, gameId, from, to);
  if (gameweeks.some((gameweek) => standings.hasSettled(gameweek))) {
    standings.resetSettled();
    gameweeks = await readSettledGameweeks(db, gameId, -1, to);
  }
  for (const gameweek of gameweeks)
    for await (const batch of readAhead(readSettledPoints(db, gameId, gameweek)))
      standings.addSettled(gameweek, batch);
}
