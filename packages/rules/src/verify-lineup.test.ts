import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { LineupVersion } from './lineup.ts';
import { computePathRoot, fromHex, toHex } from './lineup-commitment.ts';
import type { PublishedLock, PublishedReceipt, RequestedProof } from './lineup-proof.ts';
import { buildLock, buildReceipt, SEALED_ENTRY } from './testing/locks.ts';
import { BENCH, buildLineup, FIELD } from './testing/teams.ts';
import { verifyLineup } from './verify-lineup.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

/** Verifies a lineup that is changed between two kick-offs; the same players are locked at both. */
function verifyChange(changes: Partial<LineupVersion>, locked: readonly number[]): [number | null, string][] {
  const locks = [
    buildLock(sha256, 1, buildLineup(), locked),
    buildLock(sha256, 2, buildLineup(changes), locked),
  ];
  return verifyLineup(sha256, { ...SEALED_ENTRY, locks }, locks).map(({ lock, slot, text }) => {
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

const ALL = [...FIELD, ...BENCH];
const FIRST = buildLock(sha256, 1, buildLineup(), [1]);
const SECOND = buildLock(sha256, 2, buildLineup(), [1, 9]);
const FINAL: PublishedLock = {
  ...buildLock(sha256, 2, buildLineup(), ALL),
  locks_at: new Date(9000).toISOString(),
  final: true,
};
const ROOTS = [FIRST, SECOND, FINAL];
const NEXT = { ...FIRST, gameweek: 2, locks_at: new Date(20_000).toISOString() };

/** Verifies locks against the published roots of gameweek 1. */
const verifyLocks = (
  locks: readonly PublishedLock[],
  receipts: readonly PublishedReceipt[] = [],
  requested: RequestedProof = {},
  anchors: readonly PublishedLock[] = ROOTS,
) =>
  verifyLineup(sha256, { ...SEALED_ENTRY, locks }, anchors, receipts, requested).map(({ lock, text }) => [
    lock?.locks_at ?? null,
    text,
  ]);

const LEFT_OUT = 'the proof leaves out this lock root';

describe('game rules 10.7 and 10.9: a proof that leaves something out', () => {
  it('a complete proof with its receipts is correct', () => {
    expect(verifyLocks(ROOTS, [buildReceipt(sha256, 1), buildReceipt(sha256, 2)])).toEqual([]);
  });

  it('a lock root that denies a receipt is reported, also if the proof leaves it out', () => {
    const denying = { ...SECOND, version: FIRST.version, commitment: FIRST.commitment };
    const denied = 'the lineup of the receipt was saved before and is missing';
    expect(verifyLocks([FIRST, denying, FINAL], [buildReceipt(sha256, 2)])).toContainEqual([
      SECOND.locks_at,
      denied,
    ]);
    expect(verifyLocks([FIRST, FINAL], [buildReceipt(sha256, 2)])).toEqual([[SECOND.locks_at, LEFT_OUT]]);
  });

  it('a receipt is missing from the roots of its gameweek and of later ones, not of earlier ones', () => {
    const denied = 'the lineup of the receipt was saved before and is missing';
    const receipt = (gameweek: number) =>
      buildReceipt(sha256, 2, { version: { gameweek, number: 1, saved_at: FIRST.version!.saved_at } });
    const verifyRoot = (lock: PublishedLock, gameweek: number) =>
      verifyLocks([lock], [receipt(gameweek)], {}, [lock]).filter(([, text]) => text === denied);
    expect(verifyRoot(FIRST, 2)).toEqual([]);
    expect(verifyRoot({ ...NEXT, version: FIRST.version }, 2)).toEqual([[NEXT.locks_at, denied]]);
    expect(verifyRoot({ ...NEXT, version: { ...FIRST.version!, gameweek: 2 } }, 1)).toEqual([]);
    expect(verifyRoot({ ...NEXT, version: null }, 1)).toEqual([[NEXT.locks_at, denied]]);
  });

  it.each([
    ['no lock at all', [], ROOTS],
    ['no final lock', [FIRST, SECOND], [FINAL]],
  ])('%s is reported for each published root, with and without a receipt', (_title, locks, missing) => {
    const problems = missing.map(({ locks_at }) => [locks_at, LEFT_OUT]);
    expect(verifyLocks(locks)).toEqual(problems);
    expect(verifyLocks(locks, [buildReceipt(sha256, 1)])).toEqual(problems);
  });

  it('the roots of the last gameweek, of a requested one and of those of the receipts have to be proven', () => {
    const anchors = [...ROOTS, NEXT];
    expect(verifyLocks(ROOTS, [], {}, anchors)).toEqual([[NEXT.locks_at, LEFT_OUT]]);
    expect(verifyLocks(ROOTS, [], { gameweeks: [1] }, anchors)).toEqual([]);
    expect(verifyLocks(ROOTS.slice(1), [buildReceipt(sha256, 1)], { gameweeks: [2] }, anchors)).toEqual([
      [FIRST.locks_at, LEFT_OUT],
      [NEXT.locks_at, LEFT_OUT],
    ]);
  });

  it('a root from before the entry joined needs no lock, and a final root without a lineup no slots', () => {
    const anchors = ROOTS.map((root) => ({ ...root, entries: 0 }));
    expect(verifyLocks([], [], {}, anchors)).toEqual([]);
    const commitment = '0'.repeat(64);
    const root = toHex(computePathRoot(sha256, new Uint8Array(32), 0, FINAL.path.map(fromHex)));
    const none = { ...FINAL, root, version: null, commitment, leaves: [], slots: [] };
    expect(verifyLocks([none], [], {}, [none])).toEqual([]);
  });

  it.each([
    ['one slot sealed', FINAL.slots.slice(1), 14],
    ['one slot twice', FINAL.slots.with(1, FINAL.slots[0]!), 14],
    ['no open slot', [], 0],
  ])('a final lock root with %s is reported', (_title, slots, open) => {
    const text = `a final lock root opens all slots, and only ${open} are open`;
    expect(verifyLocks([{ ...FINAL, slots }], [], {}, [FINAL])).toEqual([[FINAL.locks_at, text]]);
  });

  it('the proof of another team, and receipts of another team, game or number, are reported', () => {
    const team = '0190f6a2-7b1c-7def-8123-000000000000';
    expect(verifyLocks(ROOTS, [], { team })).toEqual([[null, 'the proof is of another team']]);
    expect(verifyLocks(ROOTS, [], { team: SEALED_ENTRY.participation_id })).toEqual([]);
    expect(verifyLocks(ROOTS, [buildReceipt(sha256, 1, { participation_id: team })])).toEqual([
      [null, 'a receipt is of another team'],
    ]);
    const moved = 'a receipt has another game or number than the proof';
    expect(verifyLocks(ROOTS, [buildReceipt(sha256, 1, { game_id: team })])).toEqual([[null, moved]]);
    expect(verifyLocks([], [buildReceipt(sha256, 1, { ordinal: 7 })], {}, [])).toContainEqual([null, moved]);
  });
});

const NOT_PUBLISHED = 'the lock root is not the published one';
const NOT_IN_ROOT = 'the commitment is not in the lock root';

describe('game rule 10.7: a lock that contradicts its root or its commitment', () => {
  it.each<[string, Partial<PublishedLock>, string]>([
    ['another root', { root: SECOND.root }, NOT_PUBLISHED],
    ['another number of entries', { entries: 2 }, NOT_PUBLISHED],
    ['another gameweek', { gameweek: 2 }, NOT_PUBLISHED],
    ['another kind', { final: true }, NOT_PUBLISHED],
    ['another path', { path: FIRST.path.toReversed() }, NOT_IN_ROOT],
    ['no version', { version: null }, 'the committed lineup is missing'],
    [
      'another player',
      { slots: [{ ...FIRST.slots[0]!, player: 99 }] },
      'the open slot is not the hashed one',
    ],
    ['another time', { version: { ...FIRST.version!, saved_at: 5 } }, 'the lineup is not the committed one'],
  ])('%s is reported', (_title, changes, text) => {
    const problems = verifyLocks([{ ...FIRST, ...changes }], [], {}, [FIRST]);
    expect(problems).toContainEqual([FIRST.locks_at, text]);
  });

  it.each<[string, Partial<PublishedLock>, object, boolean]>([
    ['saved at the kick-off', {}, { saved_at: 1000 }, false],
    ['for a later gameweek', {}, { gameweek: 2 }, false],
    ['saved after the end of its gameweek', { final: true }, { saved_at: 1001 }, true],
    ['for an earlier gameweek, saved before', {}, { gameweek: 0 }, true],
    ['for an earlier gameweek, saved after the end', { final: true }, { gameweek: 0, saved_at: 1001 }, false],
  ])('a version %s is allowed or reported', (_title, changes, saved, isAllowed) => {
    const lock = { ...FIRST, ...changes, version: { ...FIRST.version!, ...saved } };
    const texts = verifyLocks([lock], [], {}, [lock]).map(([, text]) => text);
    expect(texts.includes('the lineup was saved after the lock, or for a later gameweek')).toBe(!isAllowed);
  });

  it('a path is as long as the tree of its entries is high, and the entry is among them', () => {
    const verifySize = (entries: number) =>
      verifyLocks([{ ...FIRST, entries }], [], {}, [{ ...FIRST, entries }]);
    expect(verifySize(1_024)).toEqual([]);
    for (const entries of [0, 1_025]) expect(verifySize(entries)).toEqual([[FIRST.locks_at, NOT_IN_ROOT]]);
  });

  it('a receipt that does not open its commitment is reported', () => {
    const receipt = buildReceipt(sha256, 1, { key: FIRST.commitment });
    expect(verifyLocks(ROOTS, [receipt])).toEqual([[null, 'the receipt does not open its own commitment']]);
  });
});
