import { defaultArmbands, type Lineup } from './lineup.ts';

/** The fields of a fixture that locks need; kick-off in epoch ms, null while unscheduled. */
export interface LockFixture {
  kickoff: number | null;
  started: boolean;
}

/** Returns the time at which a player with these fixtures locks: the first scheduled kick-off; null without one. */
export function lockTime(playerFixtures: readonly LockFixture[]): number | null {
  const kickoffs = playerFixtures.map((fixture) => fixture.kickoff).filter((kickoff) => kickoff !== null);
  return kickoffs.length === 0 ? null : kickoffs.reduce((a, b) => Math.min(a, b));
}

/** Reports whether a player with these fixtures of the gameweek is locked at `now`, epoch ms (game rules 2). */
export function isLocked(playerFixtures: readonly LockFixture[], now: number): boolean {
  return playerFixtures.some(
    (fixture) => fixture.started || (fixture.kickoff !== null && fixture.kickoff <= now),
  );
}

/**
 * Returns the locked players whose place or armband would change; empty if the lineup may be saved (game rules 2). A place is the
 * field, or an index on the bench. Neither armband can move once a wearer is locked, and none can move to a locked player.
 */
export function checkRollingLock(previous: Lineup, next: Lineup, locked: ReadonlySet<number>): number[] {
  const blocked = new Set<number>();
  for (const id of [...previous.field, ...previous.bench]) {
    if (locked.has(id) && describePlace(previous, id) !== describePlace(next, id)) blocked.add(id);
  }
  for (const id of armbandBlockers(previous, next, locked)) blocked.add(id);
  return [...blocked];
}

/** The two armbands of a lineup. */
export type Armbands = Pick<Lineup, 'captain_id' | 'vice_captain_id'>;

/**
 * Reports whether both armbands are locked. Once a wearer has kicked off, a move of either armband could exploit the known points
 * of that player.
 */
export function armbandsLocked(
  { captain_id, vice_captain_id }: Armbands,
  locked: ReadonlySet<number>,
): boolean {
  return locked.has(captain_id) || locked.has(vice_captain_id);
}

/** Returns the locked players who prevent this change of armbands: current and new wearers. */
export function armbandBlockers(previous: Armbands, next: Armbands, locked: ReadonlySet<number>): number[] {
  const moved = (['captain_id', 'vice_captain_id'] as const).filter((band) => previous[band] !== next[band]);
  if (moved.length === 0) return [];
  const involved = [previous.captain_id, previous.vice_captain_id, ...moved.map((band) => next[band])];
  return [...new Set(involved)].filter((id) => locked.has(id));
}

/**
 * Returns the armbands of a lineup to save. Missing armbands remain unchanged if they are locked; otherwise they go to the first
 * and second field player who is not locked (game rules 1).
 */
export function armbandsToSave(
  field: readonly number[],
  requested: { captain_id?: number | null | undefined; vice_captain_id?: number | null | undefined },
  previous: Armbands,
  locked: ReadonlySet<number>,
): Armbands {
  const isLockedPair = armbandsLocked(previous, locked);
  const keepIfLocked = (id: number) => (isLockedPair && field.includes(id) ? id : null);
  const captain = requested.captain_id ?? keepIfLocked(previous.captain_id);
  const vice = requested.vice_captain_id ?? keepIfLocked(previous.vice_captain_id);
  const open = field.filter((id) => !locked.has(id));
  const bands = defaultArmbands(open, captain, vice);
  const isComplete = bands.captain_id !== 0 && bands.vice_captain_id !== 0;
  return isComplete ? bands : defaultArmbands(field, captain, vice);
}

function describePlace(lineup: Lineup, id: number): string {
  if (lineup.field.includes(id)) return 'field';
  return `bench ${lineup.bench.indexOf(id)}`;
}
