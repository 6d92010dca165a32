import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PublishedLock } from './lineup-proof.ts';
import { findLockedAt, verifyOpenSlots } from './open-slots.ts';
import type { PublishedGameweek } from './result-document.ts';
import { buildLock, SEALED_ENTRY } from './testing/locks.ts';
import { BENCH, buildLineup, FIELD } from './testing/teams.ts';
import { verifyLineup } from './verify-lineup.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
const ALL = [...FIELD, ...BENCH];
const fixture = (id: number, kickoff: number | null, home: number) => ({
  id,
  kickoff,
  home,
  away: 100 + home,
  over: true,
  started: true,
});

/** Players 1 and 2 kick off first, then players 3 and 9; player 4 has a match without a time. Player p belongs to club p. */
const DATA: PublishedGameweek = {
  gameweek: 1,
  fixtures: [
    fixture(1, 1000, 1),
    fixture(2, 1000, 2),
    fixture(3, 2000, 3),
    fixture(4, null, 4),
    fixture(9, 2000, 9),
  ],
  clubs: ALL.map((player) => ({ player, club: player })),
  scores: [],
};

const openLocks = (first: readonly number[], second: readonly number[], later = buildLineup()) => [
  buildLock(sha256, 1, buildLineup(), first),
  buildLock(sha256, 2, later, second),
  { ...buildLock(sha256, 2, later, ALL), locks_at: new Date(9000).toISOString(), final: true },
];

const verify = (locks: readonly PublishedLock[], data = DATA) =>
  verifyOpenSlots({ ...SEALED_ENTRY, locks }, data).map(({ lock, text }) => [lock!.locks_at, text]);

const [FIRST, SECOND] = [1000, 2000].map((time) => new Date(time).toISOString());
const sealed = (player: number) => `player ${player} was locked and is in no open slot`;

describe('game rule 10.7: locked players of a settled gameweek', () => {
  it('all players whose matches have kicked off are open at a lock root', () => {
    expect(verify(openLocks([1, 2], [1, 2, 3, 9]))).toEqual([]);
    expect(findLockedAt(DATA, ALL, 999)).toEqual(new Set());
    expect(findLockedAt(DATA, ALL, 1000)).toEqual(new Set([1, 2]));
  });

  it('a locked player in a sealed slot is reported at each root', () => {
    expect(verify(openLocks([2], [1, 2, 3]))).toEqual([
      [FIRST, sealed(1)],
      [SECOND, sealed(9)],
    ]);
    expect(verify(openLocks([], [1, 2, 3, 9]))).toEqual([
      [FIRST, sealed(1)],
      [FIRST, sealed(2)],
    ]);
  });

  it('a player who replaces a locked one is reported, although no other check sees the sealed slot', () => {
    // After the first kick-off, player 13 of a later match makes way for player 2, who has scored.
    const before = buildLineup({ field: FIELD.with(1, 13), bench: BENCH.with(1, 2) });
    const [, , final] = openLocks([], []);
    const locks = [buildLock(sha256, 1, before, [1]), final!];
    expect(verifyLineup(sha256, { ...SEALED_ENTRY, locks }, locks)).toEqual([]);
    expect(verify(locks)).toEqual([[FIRST, sealed(2)]]);
  });

  it('the match in which the feed lists a player counts, and not those of a club that they joined later', () => {
    const score = { player: 1, points: 2, minutes: 90, cards: 0, bps: 0, bonus: 0 };
    const listed = { ...DATA, scores: [{ ...score, fixture: 9 }] };
    expect(verify(openLocks([2], [1, 2, 3, 9]), listed)).toEqual([]);
    expect(verify(openLocks([2], [2, 3, 9]), listed)).toEqual([[SECOND, sealed(1)]]);
  });

  it('locks of other gameweeks, without a lineup, or without a final root are not compared', () => {
    const [first, second, final] = openLocks([], [1, 2, 3, 9]);
    expect(verify([{ ...first!, gameweek: 2 }, second!, final!])).toEqual([]);
    expect(verify([{ ...first!, version: null }, second!, final!])).toEqual([]);
    expect(verify([first!, second!])).toEqual([]);
  });
});
