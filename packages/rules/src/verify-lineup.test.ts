import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { LegalLineup, LineupVersion } from './lineup.ts';
import { commitLineup, computePathRoot, computeSalts, listSlots, toHex } from './lineup-commitment.ts';
import type { PublishedLock } from './lineup-proof.ts';
import { BENCH, buildLineup, FIELD, POSITIONS_BY_ID } from './testing/teams.ts';
import { verifyLineup } from './verify-lineup.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
const entry = { participation_id: '0190f6a2-7b1c-7def-8123-456789abcdef', ordinal: 1 };
const path = [...Array(10).keys()].map((level) => new Uint8Array(32).fill(level));

/** Builds the lock of a kick-off, with the slots of the players who are locked. */
function buildLock(kickoff: number, lineup: LineupVersion, locked: readonly number[]): PublishedLock {
  const key = sha256(Uint8Array.of(kickoff));
  const version = { gameweek: 1, number: kickoff, saved_at: kickoff * 1000 - 1 };
  const bench_positions = lineup.bench.map((id) => POSITIONS_BY_ID.get(id)!);
  const slots = listSlots({ ...lineup, bench_positions } as LegalLineup);
  const { commitment, leaves } = commitLineup(sha256, key, { ...entry, ...version }, slots);
  const salts = computeSalts(sha256, key).map(toHex);
  return {
    gameweek: 1,
    locks_at: new Date(kickoff * 1000).toISOString(),
    final: false,
    root: toHex(computePathRoot(sha256, commitment, 0, path)),
    entries: 1,
    version,
    commitment: toHex(commitment),
    path: path.map(toHex),
    leaves: leaves.map(toHex),
    slots: slots
      .filter(({ player }) => locked.includes(player))
      .map((slot) => ({ ...slot, salt: salts[slot.slot]! })),
  };
}

/** Verifies a lineup that is changed between two kick-offs; the same players are locked at both. */
function verifyChange(changes: Partial<LineupVersion>, locked: readonly number[]): [number | null, string][] {
  const locks = [buildLock(1, buildLineup(), locked), buildLock(2, buildLineup(changes), locked)];
  return verifyLineup(sha256, { ...entry, locks }, locks).map(({ lock, slot, text }) => {
    expect(lock).toBe(locks[1]);
    return [slot, text];
  });
}

/** Player 13, a defender, replaces midfielder 8: midfielders 5 to 7 move on by one slot. */
const backFour = {
  formation: '4-3-3',
  field: [1, 2, 3, 4, 13, 5, 6, 7, 9, 10, 11],
  bench: [12, 8, 14, 15],
} as const;

describe('game rule 10.7: changes between two lock roots', () => {
  it.each<[string, Partial<LineupVersion>, number[]]>([
    ['no change', {}, [1, 5, 9, 13]],
    [
      'a change of formation that moves locked players to other slots of the field',
      backFour,
      [2, 5, 6, 9, 14],
    ],
    ['other bench players around a locked one', { bench: [12, 15, 14, 13] }, [12, 14]],
    ['armbands of players who are not locked', { captain_id: 10, vice_captain_id: 6 }, [1, 7, 12]],
  ])('a correct proof may have %s', (_title, changes, locked) => {
    expect(verifyChange(changes, locked)).toEqual([]);
  });

  it.each<[string, Partial<LineupVersion>, number[], [number, string][]]>([
    [
      'exchanged for a bench player',
      { field: FIELD.with(1, 14), bench: BENCH.with(2, 2) },
      [2, 14],
      [
        [13, 'player 2 was locked on the field and is now in bench place 3'],
        [1, 'player 14 was locked in bench place 3 and is now on the field'],
      ],
    ],
    ['benched', backFour, [8], [[12, 'player 8 was locked on the field and is now in bench place 2']]],
    ['dropped from the team', { field: FIELD.with(3, 99) }, [4], [[3, 'player 4 was locked and is missing']]],
    [
      'moved on the bench',
      { bench: [12, 14, 13, 15] },
      [13],
      [[13, 'player 13 was locked in bench place 2 and is now in bench place 3']],
    ],
    [
      'robbed of an armband',
      { captain_id: 10 },
      [9],
      [[8, 'player 9 was locked on the field as captain and is now on the field']],
    ],
    [
      'given an armband after a change of formation',
      { ...backFour, vice_captain_id: 6 },
      [6],
      [[6, 'player 6 was locked on the field and is now on the field as vice-captain']],
    ],
  ])('a locked player who was %s is reported', (_title, changes, locked, problems) => {
    expect(verifyChange(changes, locked)).toEqual(problems);
  });
});
