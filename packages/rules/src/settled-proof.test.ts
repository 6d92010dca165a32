import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PublishedLock } from './lineup-proof.ts';
import type { PublishedEntry, PublishedGameweek } from './result-document.ts';
import { type SettledEntry, verifySettledProof } from './settled-proof.ts';
import { buildLock, SEALED_ENTRY } from './testing/locks.ts';
import { BENCH, buildLineup, FIELD, LAYOUT } from './testing/teams.ts';
import { verifyLineup } from './verify-lineup.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
const ALL = [...FIELD, ...BENCH];
const [FIRST, SECOND, END] = [1000, 2000, 9000].map((time) => new Date(time).toISOString());

/** Player 1 plays at the first kick-off, all others at the second one. Player p belongs to club p. */
const DATA: PublishedGameweek = {
  gameweek: 1,
  fixtures: ALL.map((id) => ({
    id,
    kickoff: id === 1 ? 1000 : 2000,
    home: id,
    away: 100 + id,
    started: true,
    over: true,
  })),
  clubs: ALL.map((player) => ({ player, club: player })),
  scores: [],
};

/** After the first kick-off, players 4 and 13 change places. */
const LATER = buildLineup({ field: FIELD.with(3, 13), bench: BENCH.with(1, 4) });
const LOCKS = [
  buildLock(sha256, 1, buildLineup(), [1]),
  buildLock(sha256, 2, LATER, ALL),
  { ...buildLock(sha256, 2, LATER, ALL), locks_at: END!, final: true },
];

const publish = (lineup: object, saved_at: number, effective_gameweek = 1) => ({
  ...buildLineup(lineup),
  saved_at,
  effective_gameweek,
});

const ENTRY = {
  ...SEALED_ENTRY,
  wallet_address: '',
  joined_at: 999,
  rank: 1,
  unranked: null,
  eligible: true,
  amount: '0',
  leaf: null,
  roster: LAYOUT.map((position, index) => ({ player: index + 1, position, club: index + 1 })),
  lineups: [publish({}, 999), publish(LATER, 1999)],
  coefficients: [],
  corrections: [],
  gameweeks: [{ gameweek: 1, points: 0, coefficient: 1000, earned: 0 }],
  gross: 0,
  earned: 0,
} satisfies PublishedEntry & { participation_id: string };

const RESULT = {
  game: {
    id: 'game',
    entry_fee: '0',
    start_time: new Date(0).toISOString(),
    end_time: END!,
    first_gameweek: 1,
    last_gameweek: 1,
  },
  lock_roots: LOCKS,
  settled_at: new Date(100_000).toISOString(),
};

interface Changes {
  locks?: readonly PublishedLock[];
  entry?: Partial<PublishedEntry>;
  result?: Partial<SettledEntry['result']>;
  data?: PublishedGameweek;
}

function check({ locks = LOCKS, entry = {}, result = {}, data = DATA }: Changes = {}) {
  const { problems, points, unproven } = verifySettledProof(
    sha256,
    { ...SEALED_ENTRY, ordinal: entry.ordinal ?? 1, locks },
    { result: { ...RESULT, ...result }, gameweeks: [data], entry: { ...ENTRY, ...entry } },
  );
  return {
    found: problems.map(({ lock, text }) => [lock?.locks_at ?? null, text]),
    points,
    unproven: unproven.map(({ locks_at }) => locks_at),
  };
}

const PAID = { ...RESULT.game, entry_fee: '500' };
const OTHER_TIME = 'the result has another lineup for this time';
const OTHER_LINEUP = 'the lineup of the result is not the committed one';

describe('game rule 10.7: lineups of a settled game', () => {
  it('a result with the committed versions and all lock roots is confirmed with its points', () => {
    expect(check()).toEqual({
      found: [],
      points: [{ gameweek: 1, published: 0, computed: 0 }],
      unproven: [],
    });
  });

  it('an earlier version that was changed in the result is found at each root at which it was in force', () => {
    expect(check({ entry: { lineups: [publish(LATER, 999), publish(LATER, 1999)] } }).found).toEqual([
      [FIRST, OTHER_LINEUP],
    ]);
    expect(check({ entry: { lineups: [publish({}, 999), publish({}, 1999)] } }).found).toEqual([
      [SECOND, OTHER_LINEUP],
      [END, OTHER_LINEUP],
    ]);
  });

  it.each([
    ['an invented version', [...ENTRY.lineups, publish({}, 8000)], [END]],
    ['a removed version', [publish(LATER, 1999)], [FIRST]],
    ['a version with another time', [publish({}, 998), publish(LATER, 1999)], [FIRST]],
    ['a version for an earlier gameweek', [publish({}, 999, 0), publish(LATER, 1999)], [FIRST]],
  ])('%s is found', (_title, lineups, roots) => {
    expect(check({ entry: { lineups } }).found).toEqual(roots.map((at) => [at, OTHER_TIME]));
  });

  it('a lineup of the result that a lock root does not have is found, and none is expected before it applies', () => {
    const none = {
      ...LOCKS[0]!,
      version: null,
      key: null,
      commitment: '0'.repeat(64),
      leaves: [],
      slots: [],
    };
    const locks = [none, ...LOCKS.slice(1)];
    const denied = 'the result has a lineup that was saved before, and the lock root has none';
    expect(check({ locks }).found).toEqual([[FIRST, denied]]);
    const joinedLater = { joined_at: 1500, lineups: [publish(LATER, 1999)] };
    expect(check({ locks, entry: joinedLater }).found).toEqual([]);
    // A match that is moved to a gameweek before the first one of the entry.
    const nextGameweek = { lineups: [publish({}, 999, 2)] };
    const empty = LOCKS.map((lock) => ({ ...none, locks_at: lock.locks_at, final: lock.final }));
    expect(check({ locks: empty, entry: nextGameweek }).found).toEqual([]);
  });

  it('a proof that does not open a lineup is found', () => {
    const locks = [{ ...LOCKS[0]!, key: null }, ...LOCKS.slice(1)];
    expect(check({ locks }).found).toEqual([[FIRST, 'the proof does not open the lineup of a settled game']]);
  });

  it('an incomplete lineup of the result is found', () => {
    const lineups = [publish({ bench: [12] }, 999), publish(LATER, 1999)];
    expect(check({ entry: { lineups } }).found).toContainEqual([
      FIRST,
      'the lineup of the result is not complete',
    ]);
  });

  it('an administrator’s version that was saved while its gameweek settled is the one of the final root', () => {
    const final = { ...LOCKS[2]!, locks_at: new Date(1990).toISOString() };
    const roots = [LOCKS[0]!, final];
    const data = { ...DATA, fixtures: DATA.fixtures.map((each) => ({ ...each, kickoff: 1000 })) };
    expect(check({ locks: roots, result: { lock_roots: roots }, data }).found).not.toContainEqual([
      final.locks_at,
      OTHER_TIME,
    ]);
  });
});

describe('game rule 10.7: lock roots of a settled game', () => {
  it('a false number, which excuses a proof from all lock roots, is found by the result', () => {
    const inflated = { ...SEALED_ENTRY, ordinal: 2, locks: [] };
    expect(verifyLineup(sha256, inflated, LOCKS)).toEqual([]);
    const text = 'the result has another team at the number of the proof';
    const participation_id = '0190f6a2-7b1c-7def-8123-000000000000';
    for (const entry of [undefined, { ...ENTRY, participation_id }])
      expect(verifySettledProof(sha256, inflated, { result: RESULT, gameweeks: [DATA], entry })).toEqual({
        problems: [{ lock: null, slot: null, text }],
        points: [],
        unproven: [],
      });
  });

  it('a kick-off without a lock root, and a gameweek without a final one, are found', () => {
    expect(check({ result: { lock_roots: LOCKS.slice(1) }, locks: LOCKS.slice(1) }).found).toEqual([
      [null, `the kick-off of ${FIRST} in gameweek 1 has no lock root`],
    ]);
    expect(check({ result: { lock_roots: LOCKS.slice(0, 2) }, locks: LOCKS.slice(0, 2) }).found).toEqual([
      [null, 'gameweek 1 has no final lock root'],
    ]);
    const moved = LOCKS.map((lock) => ({ ...lock, gameweek: 2 }));
    expect(check({ result: { lock_roots: moved }, locks: [] }).found).toHaveLength(3);
  });

  it('a match without a time, or after the settlement, needs no lock root, and further roots contradict nothing', () => {
    const [one, two, ...others] = DATA.fixtures;
    const fixtures = [{ ...one!, kickoff: null }, { ...two!, kickoff: 80_000 }, ...others];
    expect(check({ data: { ...DATA, fixtures } }).found).toEqual([]);
  });

  it('a team of a free game that joined before a kick-off has to be in its lock root', () => {
    const missing = 'the team joined before and is not in this lock root';
    const added = { entry: { ordinal: 2 }, locks: [] };
    expect(check(added).found).toEqual([
      [FIRST, missing],
      [SECOND, missing],
    ]);
    expect(check({ entry: { ordinal: 2, joined_at: 1000 }, locks: [] }).found).toEqual([[SECOND, missing]]);
    expect(check({ entry: { ordinal: 2, joined_at: 2000 }, locks: [] }).found).toEqual([]);
  });

  it('a paid team that was confirmed after a lock root is listed and contradicts nothing', () => {
    expect(check({ entry: { ordinal: 2 }, locks: [], result: { game: PAID } })).toMatchObject({
      found: [],
      unproven: [FIRST, SECOND],
    });
    expect(check({ result: { game: PAID } }).unproven).toEqual([]);
  });
});
