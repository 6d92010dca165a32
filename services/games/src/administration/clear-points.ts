import type { Actor } from '@touchline/api/admin-values';
import { TouchlineError } from '@touchline/api/errors';
import { earnedPoints } from '@touchline/rules/points';
import { changeRejected } from '@touchline/service-kit/administration/admin-changes';
import { findClearedPoints, insertAdjustment } from '../adjustments/adjustments.store.ts';
import { readEntriesByWallet } from '../entries/entries.store.ts';
import {
  changeEntry,
  type EntryChange,
  type EntryChangeDeps,
  type EntryChangeRequest,
  readEntryDetails,
} from './change-entry.ts';
import { buildDifference, buildSignature } from './edit-entry.ts';
import { markExcluded, updateEntry } from './entries.store.ts';
import { getEntryValues } from './entry-details.ts';

/** Sets an entry's earned points to 0. @throws TouchlineError NOT_FOUND, STALE */
export async function clearEntryPoints(deps: EntryChangeDeps, request: EntryChangeRequest) {
  await clearEarnedPoints(deps, request);
  return readEntryDetails(deps, request.id);
}

/**
 * Clears the points of every entry of a wallet, with one change per entry, except in games whose prizes are settled. Safe to repeat after an interruption.
 */
export async function clearPointsOfWallet(
  deps: EntryChangeDeps,
  { by, wallet }: { by: Actor; wallet: string },
): Promise<{ cleared: number }> {
  let cleared = 0;
  for (const { id } of await readEntriesByWallet(deps.db, wallet))
    if (await clearUnlessSettled(deps, { by, id, version: null })) cleared += 1;
  return { cleared };
}

/** Skips an entry of a game whose prizes are settled. */
const clearUnlessSettled = (deps: EntryChangeDeps, request: EntryChangeRequest) =>
  clearEarnedPoints(deps, request).catch((error: unknown) => {
    if (error instanceof TouchlineError && error.code === 'PRIZES_SETTLED') return false;
    throw error;
  });

const clearEarnedPoints = (deps: EntryChangeDeps, request: EntryChangeRequest) =>
  changeEntry(deps, request, async (context) => {
    const { earned_points } = getEntryValues(context.standings, context.entry);
    if (earned_points === 0) return null;
    await adjustEarnedPoints(context, request.by, 0);
    const before = { earned_points: earnedPoints(earned_points) };
    return { action: 'POINTS_CLEARED', before, after: { earned_points: 0 } };
  });

/**
 * Undoes all clearings of an entry's points, with one adjustment.
 * @throws TouchlineError NOT_FOUND, STALE, CHANGE_REFUSED
 */
export async function restoreEntryPoints(deps: EntryChangeDeps, request: EntryChangeRequest) {
  await changeEntry(deps, request, async (context) => {
    const { trx, entry, standings } = context;
    const cleared = await findClearedPoints(trx, entry);
    if (cleared === 0) throw changeRejected('No points of this entry are cleared.');
    const { earned_points } = getEntryValues(standings, entry);
    await adjustEarnedPoints(context, request.by, earned_points + cleared);
    return {
      action: 'POINTS_RESTORED',
      before: { earned_points: earnedPoints(earned_points) },
      after: { earned_points: earnedPoints(earned_points + cleared) },
    };
  });
  return readEntryDetails(deps, request.id);
}

/** @param wanted in thousandths */
async function adjustEarnedPoints(context: EntryChange, by: Actor, wanted: number): Promise<void> {
  const { trx, entry, standings } = context;
  const { earned_points } = getEntryValues(standings, entry);
  const adjustment = buildDifference('earned_points', earned_points, wanted);
  await insertAdjustment(trx, { ...adjustment, ...buildSignature(context, by) });
  await updateEntry(trx, { ...entry, game_version: await context.newVersion() });
}

/**
 * Excludes an entry from the standings, or includes it again.
 * @throws TouchlineError NOT_FOUND, STALE, CHANGE_REFUSED
 */
export async function setExcluded(
  deps: EntryChangeDeps,
  { excluded, ...request }: EntryChangeRequest & { excluded: boolean },
) {
  await changeEntry(deps, request, async ({ trx, entry, now }) => {
    if ((entry.excluded !== null) === excluded)
      throw changeRejected(excluded ? 'This entry is already excluded.' : 'This entry is not excluded.');
    const { admin, reason } = request.by;
    await markExcluded(trx, entry.id, excluded ? { at: now, admin, reason } : null);
    return {
      action: excluded ? 'ENTRY_EXCLUDED' : 'ENTRY_INCLUDED',
      before: { excluded: !excluded },
      after: { excluded },
    };
  });
  return readEntryDetails(deps, request.id);
}
