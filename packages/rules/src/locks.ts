import type { Lineup } from './lineup.ts';

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
 * the field, or an index on the bench; an armband moves neither from nor to a locked player.
 */
export function checkRollingLock(previous: Lineup, next: Lineup, locked: ReadonlySet<number>): number[] {
  const refused = new Set<number>();
  for (const id of [...previous.field, ...previous.bench]) {
    if (locked.has(id) && placeOf(previous, id) !== placeOf(next, id)) refused.add(id);
  }
  for (const band of ['captain_id', 'vice_captain_id'] as const) {
    if (previous[band] === next[band]) continue;
    for (const id of [previous[band], next[band]]) if (locked.has(id)) refused.add(id);
  }
  return [...refused];
}

function placeOf(lineup: Lineup, id: number): string {
  if (lineup.field.includes(id)) return 'field';
  return `bench ${lineup.bench.indexOf(id)}`;
}
