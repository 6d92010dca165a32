import type { BuilderPlayer } from './builder-players.ts';

/** A player as seen at a visit: price in tenths and feed status. */
type Seen = readonly [price: number, status: string];
type Snapshot = Readonly<Record<number, Seen>>;

/** The visit before this one and the latest view of this one. Times are in epoch ms, players by code. */
interface Visits {
  previous: { at: number; players: Snapshot } | null;
  latest: { at: number; players: Snapshot };
}

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
export function recordVisit(
  storage: Storage,
  players: readonly BuilderPlayer[],
  now: number,
): Changes | null {
  const stored = read(storage);
  const seen = Object.fromEntries(players.map(({ code, price, status }) => [code, [price, status] as const]));
  const isNewVisit = stored !== null && now - stored.latest.at > VISIT_GAP_MS;
  const previous = isNewVisit ? stored.latest : (stored?.previous ?? null);
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify({ previous, latest: { at: now, players: seen } }));
  } catch {
    // A full storage: the next visit compares with an older one.
  }
  return previous && { since: previous.at, changes: findChanges(previous.players, players) };
}

function findChanges(before: Snapshot, players: readonly BuilderPlayer[]): PlayerChange[] {
  return players.flatMap((player) => {
    const [priceBefore, status] = before[player.code] ?? [player.price, player.status];
    const statusChanged = status !== player.status;
    return statusChanged || priceBefore !== player.price ? [{ player, priceBefore, statusChanged }] : [];
  });
}

/** Returns null for a missing or damaged value. */
function read(storage: Storage): Visits | null {
  try {
    const visits = JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null') as Visits | null;
    return typeof visits?.latest?.at === 'number' && typeof visits.latest.players === 'object'
      ? visits
      : null;
  } catch {
    return null;
  }
}
