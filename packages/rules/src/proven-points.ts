import type { GamePeriod } from './counting.ts';
import { detectFormation, type StoredLineupVersion } from './lineup.ts';
import { type LineupSlot, SLOTS } from './lineup-commitment.ts';
import type { PublishedLock } from './lineup-proof.ts';
import type { PublishedEntry, PublishedGameweek } from './result-document.ts';
import { computeEntry, prepareGameweek } from './result-points.ts';
import type { Position } from './squad.ts';

/** Points of a gameweek as a result publishes them and as the open slots of its final root give them. */
export interface ProvenPoints {
  gameweek: number;
  published: number;
  computed: number;
}

/**
 * Computes the points of a gameweek from the open slots of its final root; null without a complete lineup. The versions before the
 * proven one are those of the result: they only show who was on the field at a kick-off (game rule 3.7), and `verifyVersions` compares
 * them with the lock roots.
 */
export function computeProvenPoints(
  lock: PublishedLock,
  entry: PublishedEntry,
  gameweek: PublishedGameweek,
  period: GamePeriod,
): ProvenPoints | null {
  const lineup = toProvenLineup(lock);
  if (!lineup) return null;
  const earlier = entry.lineups.filter((each) => isBefore(each, lineup));
  const proven = { ...entry, lineups: [...earlier, lineup] };
  const [computed] = computeEntry(proven, [prepareGameweek(gameweek)], period).gameweeks;
  const published = entry.gameweeks.find((each) => each.gameweek === lock.gameweek);
  return { gameweek: lock.gameweek, published: published?.points ?? 0, computed: computed!.points };
}

/** Reports whether a version cannot replace the other one as the lineup that counts (`lineupsForGameweek`). */
const isBefore = (a: StoredLineupVersion, b: StoredLineupVersion) =>
  a.effective_gameweek < b.effective_gameweek ||
  (a.effective_gameweek === b.effective_gameweek && a.saved_at < b.saved_at);

/** Builds the lineup that a final lock proves; null if it is not complete. */
function toProvenLineup({ version, slots }: PublishedLock): StoredLineupVersion | null {
  if (!version || slots.length !== SLOTS) return null;
  const players = slots.toSorted((a, b) => a.slot - b.slot);
  const ids = players.map(({ player }) => player);
  const wearer = (armband: LineupSlot['armband']) =>
    players.find((each) => each.armband === armband)?.player ?? 0;
  const positions = new Map(players.map(({ player, position }) => [player, position as Position]));
  const field = ids.slice(0, 11);
  return {
    formation: detectFormation(field, positions) ?? '',
    field,
    bench: ids.slice(11),
    captain_id: wearer('captain'),
    vice_captain_id: wearer('vice_captain'),
    saved_at: version.saved_at,
    effective_gameweek: version.gameweek,
  };
}
