import { describe, expect, it } from 'vitest';
import type { Lineup } from './lineup.ts';
import { armbandsToSave, checkRollingLock, isLocked, lockTime } from './locks.ts';
import { BENCH, buildLineup, FIELD } from './testing/teams.ts';

describe('isLocked', () => {
  const fixture = (kickoff: number | null, started = false) => ({ kickoff, started });

  it.each<[string, ReturnType<typeof fixture>[], boolean]>([
    ['before the kick-off', [fixture(1001)], false],
    ['at the kick-off', [fixture(1000)], true],
    ['after the kick-off', [fixture(500)], true],
    ['when the feed reports the start before the kick-off time', [fixture(2000, true)], true],
    ['from the first of two fixtures on', [fixture(2000), fixture(900)], true],
    ['before both of two fixtures', [fixture(2000), fixture(1900)], false],
    ['with a postponed fixture', [fixture(null)], false],
    ['without any fixture', [], false],
  ])('a player is locked or not: %s', (_title, fixtures, expected) => {
    expect(isLocked(fixtures, 1000)).toBe(expected);
  });

  it('lockTime is the first scheduled kick-off', () => {
    expect(lockTime([fixture(3000), fixture(null), fixture(2000)])).toBe(2000);
    expect(lockTime([fixture(null)])).toBeNull();
  });
});

describe('checkRollingLock', () => {
  const swapped = { field: FIELD.with(1, 13), bench: BENCH.with(1, 2) };

  it.each<[string, Partial<Lineup>, number[], number[]]>([
    ['nothing changed', {}, [1, 9, 13], []],
    ['a change among others', swapped, [3, 14, 9, 5], []],
    ['a locked starter to the bench', swapped, [2], [2]],
    ['a locked bench player to the field', swapped, [13], [13]],
    ['both of a swap', swapped, [2, 13], [2, 13]],
    ['a locked bench player to another index', { bench: [12, 14, 13, 15] }, [13], [13]],
    ['other bench players around a locked one', { bench: [12, 15, 14, 13] }, [14], []],
    ['a locked starter to another slot of the field', { field: FIELD.with(1, 3).with(2, 2) }, [2], []],
    ['the band from a locked captain', { captain_id: 10 }, [9], [9]],
    ['the band to a locked player', { captain_id: 10 }, [10], [10]],
    ['the band between players to come, with a locked vice-captain', { captain_id: 10 }, [5], [5]],
    [
      'the vice-captain’s band between players to come, with a locked captain',
      { vice_captain_id: 6 },
      [9],
      [9],
    ],
    ['the band to a locked player from a locked one', { captain_id: 10 }, [5, 9, 10], [9, 5, 10]],
    ['the band between players to come, with others locked', { captain_id: 10 }, [1, 11, 12], []],
    ['the vice-captain’s band from a locked player', { vice_captain_id: 6 }, [5], [5]],
    ['the vice-captain’s band to a locked player', { vice_captain_id: 6 }, [6], [6]],
    ['exchanging the bands with a locked vice-captain', { captain_id: 5, vice_captain_id: 9 }, [5], [5]],
    ['places alone, with both bands locked', swapped, [5, 9], []],
  ])('locked players block a change: %s', (_title, changes, locked, blocked) => {
    expect(checkRollingLock(buildLineup(), buildLineup(changes), new Set(locked))).toEqual(blocked);
  });
});

describe('armbandsToSave', () => {
  const benched = FIELD.with(8, 15); // without 9, the captain

  it.each<[string, Parameters<typeof armbandsToSave>[1], number[], [number, number]]>([
    ['keeps what is given', { captain_id: 3, vice_captain_id: 4 }, [1, 9], [3, 4]],
    ['takes the first and the second field player', {}, [], [1, 2]],
    ['skips locked players', {}, [1, 3], [2, 4]],
    ['keeps both bands when the captain is locked', {}, [9], [9, 5]],
    ['keeps both bands when the vice-captain is locked', { captain_id: null }, [5], [9, 5]],
    ['fills in the missing one', { captain_id: 1 }, [], [1, 2]],
    ['fills the vice-captain’s with the second who is not locked', { captain_id: 2 }, [1, 3, 4], [2, 5]],
  ])('armbandsToSave %s', (_title, requested, locked, [captain_id, vice_captain_id]) => {
    const saved = armbandsToSave(FIELD, requested, buildLineup(), new Set(locked));
    expect(saved).toEqual({ captain_id, vice_captain_id });
  });

  it('armbandsToSave does not keep an armband on the bench', () => {
    expect(armbandsToSave(benched, {}, buildLineup(), new Set([5]))).toEqual({
      captain_id: 1,
      vice_captain_id: 5,
    });
  });

  it('armbandsToSave takes the first two field players if fewer than two are not locked', () => {
    const field = FIELD.with(8, 15).with(4, 14); // without both wearers
    for (const locked of [field, field.slice(1)])
      expect(armbandsToSave(field, {}, buildLineup(), new Set(locked))).toEqual({
        captain_id: 1,
        vice_captain_id: 2,
      });
  });
});
