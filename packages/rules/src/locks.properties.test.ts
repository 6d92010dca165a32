import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Lineup, type LineupVersion, lineupAt } from './lineup.ts';
import { armbandsToSave, checkRollingLock, isLocked } from './locks.ts';
import { BENCH, buildLineup, FIELD } from './testing/teams.ts';

const PLAYERS = [...FIELD, ...BENCH];
const END = 20;

/** The first kick-off of every player; null is a blank. */
const kickoffs = fc
  .array(fc.option(fc.integer({ min: 1, max: END }), { freq: 6 }), { minLength: 15, maxLength: 15 })
  .map((times) => new Map(PLAYERS.map((id, index) => [id, times[index]!])));

const band = fc.option(fc.constantFrom(...PLAYERS), { freq: 4 });
/** A save at any time, of any eleven of the fifteen: the lock does not depend on a legal formation. */
const save = fc.record({
  at: fc.integer({ min: 0, max: END }),
  order: fc.shuffledSubarray(PLAYERS, { minLength: 15 }),
  moves: fc.boolean(),
  captain_id: band,
  vice_captain_id: band,
});

type Kickoffs = ReadonlyMap<number, number | null>;

const lockedAt = (times: Kickoffs, now: number) =>
  new Set(PLAYERS.filter((id) => isLocked([{ kickoff: times.get(id)!, started: false }], now)));

/** Applies all saves and returns the versions that a server would store by the lock rules alone. */
function storeAll(
  times: Kickoffs,
  saves: readonly (typeof save extends fc.Arbitrary<infer S> ? S : never)[],
) {
  const versions: LineupVersion[] = [buildLineup()];
  for (const { at, order, moves, ...requested } of [...saves].sort((a, b) => a.at - b.at)) {
    const before = versions.at(-1)!;
    const locked = lockedAt(times, at);
    const field = moves ? order.slice(0, 11) : before.field;
    const bench = moves ? order.slice(11) : before.bench;
    const next: Lineup = { ...before, field, bench, ...armbandsToSave(field, requested, before, locked) };
    const onField = [next.captain_id, next.vice_captain_id].every((id) => field.includes(id));
    if (!onField || next.captain_id === next.vice_captain_id) continue;
    if (checkRollingLock(before, next, locked).length === 0) versions.push({ ...next, saved_at: at });
  }
  return versions;
}

const readArmbands = ({ captain_id, vice_captain_id }: Lineup) => ({ captain_id, vice_captain_id });

describe('properties of the armbands of a gameweek', () => {
  it('later saves never change the armbands after the first kick-off of a wearer', () => {
    fc.assert(
      fc.property(kickoffs, fc.array(save, { maxLength: 12 }), (times, saves) => {
        const versions = storeAll(times, saves);
        const last = versions.at(-1)!;
        for (const wearer of [last.captain_id, last.vice_captain_id]) {
          const kickoff = times.get(wearer)!;
          if (kickoff !== null) expect(readArmbands(lineupAt(versions, kickoff))).toEqual(readArmbands(last));
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('armbands do not change between two versions once a wearer of the earlier one has kicked off', () => {
    fc.assert(
      fc.property(kickoffs, fc.array(save, { maxLength: 12 }), (times, saves) => {
        const versions = storeAll(times, saves);
        for (const [index, version] of versions.slice(1).entries()) {
          const before = versions[index]!;
          const locked = lockedAt(times, version.saved_at);
          if ([before.captain_id, before.vice_captain_id].some((id) => locked.has(id)))
            expect(readArmbands(version)).toEqual(readArmbands(before));
        }
      }),
      { numRuns: 2000 },
    );
  });
});
