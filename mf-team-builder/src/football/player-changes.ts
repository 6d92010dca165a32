import { z } from 'zod/mini';
import { parseStored, tryStore } from '../stored.ts';
import type { BuilderPlayer } from './builder-players.ts';

/** Players as seen at a visit, by code: price in tenths and feed status. */
const snapshot = z.record(z.string(), z.tuple([z.number(), z.string()]));
type Snapshot = z.infer<typeof snapshot>;

/** Time in epoch ms. */
const visit = z.object({ at: z.number(), players: snapshot });
/** The visit before this one and the latest view of this one. */
const visits = z.object({ previous: z.nullable(visit), latest: visit });

/** A visit ends after half an hour without a view. */
const VISIT_GAP_MS = 30 * 60_000;
const STORAGE_KEY = 'touchline.seen-players';

/** A change of a player since the previous visit. */
export interface PlayerChange {
  player: BuilderPlayer;
  /** Tenths of a million. */
  priceBefore: number;
  statusChanged: boolean;
}

export interface Changes {
  /** Time of the previous visit, epoch ms. */
  since: number;
  changes: PlayerChange[];
}

/** Stores what the user sees now and returns the changes since the previous visit; null on the first visit. */
export function recordVisit(players: readonly BuilderPlayer[], now: number): Changes | null {
  const stored = parseStored(localStorage.getItem(STORAGE_KEY), visits);
  const seen = Object.fromEntries(players.map(({ code, price, status }) => [code, [price, status] as const]));
  const isNewVisit = stored !== null && now - stored.latest.at > VISIT_GAP_MS;
  const previous = isNewVisit ? stored.latest : (stored?.previous ?? null);
  // If the storage is full, the next visit compares with an older one.
  tryStore(localStorage, STORAGE_KEY, JSON.stringify({ previous, latest: { at: now, players: seen } }));
  return previous && { since: previous.at, changes: findChanges(previous.players, players) };
}

function findChanges(before: Snapshot, players: readonly BuilderPlayer[]): PlayerChange[] {
  return players.flatMap((player) => {
    const [priceBefore, status] = before[player.code] ?? [player.price, player.status];
    const statusChanged = status !== player.status;
    return statusChanged || priceBefore !== player.price ? [{ player, priceBefore, statusChanged }] : [];
  });
}
