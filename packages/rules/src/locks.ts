import { defaultArmbands, type Lineup } from './lineup.ts';

/** The part of a fixture that matters for locks; kick-off in epoch ms, null while unscheduled. */
export interface LockFixture {
  kickoff: number | null;
  started: boolean;
}

/** When a player with these fixtures of one gameweek locks: at the first scheduled kick-off; null without any. */
export function lockTime(playerFixtures: readonly LockFixture[]): number | null {
  const kickoffs = playerFixtures.map((fixture) => fixture.kickoff).filter((kickoff) => kickoff !== null);
  return kickoffs.length === 0 ? null : kickoffs.reduce((a, b) => Math.min(a, b));
}

/** Whether a player with these fixtures of the gameweek is locked at `now`, epoch ms (game rules 2). */
export function isLocked(playerFixtures: readonly LockFixture[], now: number): boolean {
  return playerFixtures.some(
    (fixture) => fixture.started || (fixture.kickoff !== null && fixture.kickoff <= now),
  );
}

/**
 * The locked players whose place or armband would change; empty when the lineup may be saved (game rules 2). A place is
 * the field, or an index on the bench. Neither armband moves once a wearer is locked, and none moves to a locked player.
 */
export function checkRollingLock(previous: Lineup, next: Lineup, locked: ReadonlySet<number>): number[] {
  const refused = new Set<number>();
  for (const id of [...previous.field, ...previous.bench]) {
    if (locked.has(id) && describePlace(previous, id) !== describePlace(next, id)) refused.add(id);
  }
  for (const id of armbandBlockers(previous, next, locked)) refused.add(id);
  return [...refused];
}

/** The two armbands of a lineup. */
export type Armbands = Pick<Lineup, 'captain_id' | 'vice_captain_id'>;

/**
 * Whether both armbands stay where they are: once one wearer has kicked off, moving either band would be a choice made
 * in knowledge of what that player brought.
 */
export function armbandsLocked(
  { captain_id, vice_captain_id }: Armbands,
  locked: ReadonlySet<number>,
): boolean {
  return locked.has(captain_id) || locked.has(vice_captain_id);
}

/** The locked players who prevent this change of armbands: wearers of either, and new wearers. */
export function armbandBlockers(previous: Armbands, next: Armbands, locked: ReadonlySet<number>): number[] {
  const moved = (['captain_id', 'vice_captain_id'] as const).filter((band) => previous[band] !== next[band]);
  if (moved.length === 0) return [];
  const involved = [previous.captain_id, previous.vice_captain_id, ...moved.map((band) => next[band])];
  return [...new Set(involved)].filter((id) => locked.has(id));
}

/**
 * The armbands of a lineup to save. Missing ones stay where they are once they are locked; before that they go to the
 * first and second field player who is not locked (game rules 1).
 */
export function armbandsToSave(
  field: readonly number[],
  given: { captain_id?: number | null | undefined; vice_captain_id?: number | null | undefined },
  previous: Armbands,
  locked: ReadonlySet<number>,
): Armbands {
  const frozen = armbandsLocked(previous, locked);
  const kept = (id: number) => (frozen && field.includes(id) ? id : null);
  const captain = given.captain_id ?? kept(previous.captain_id);
  const vice = given.vice_captain_id ?? kept(previous.vice_captain_id);
  const open = field.filter((id) => !locked.has(id));
  const bands = defaultArmbands(open, captain, vice);
  const found = bands.captain_id !== 0 && bands.vice_captain_id !== 0;
  return found ? bands : defaultArmbands(field, captain, vice);
}

function describePlace(lineup: Lineup, id: number): string {
  if (lineup.field.includes(id)) return 'field';
  return `bench ${lineup.bench.indexOf(id)}`;
}
