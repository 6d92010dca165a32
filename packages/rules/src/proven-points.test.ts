import { describe, expect, it } from 'vitest';
import type { LegalLineup, StoredLineupVersion } from './lineup.ts';
import { listSlots } from './lineup-commitment.ts';
import type { PublishedLock } from './lineup-proof.ts';
import { teamGameweek } from './points.ts';
import { computeProvenPoints } from './proven-points.ts';
import type { PublishedEntry, PublishedGameweek } from './result-document.ts';
import { buildGameweek, buildLineup, LAYOUT, type PlayerResult, POSITIONS_BY_ID } from './testing/teams.ts';

const [SATURDAY, SUNDAY] = [1000, 9000];
const PERIOD = { start: 0, end: 10_000 };

/** Defender 14 plays on Saturday for 13 points; defender 13 misses the match on Sunday. */
const RESULTS: Readonly<Record<number, PlayerResult>> = {
  4: { fixture: { kickoff: SUNDAY }, minutes: 0 },
  13: { fixture: { kickoff: SUNDAY }, minutes: 0 },
  14: { fixture: { kickoff: SATURDAY }, points: 13 },
};

const version = (gameweek: number, changes: Partial<StoredLineupVersion> = {}): StoredLineupVersion => ({
  ...buildLineup(changes),
  effective_gameweek: gameweek,
});

const FIRST = version(5, { saved_at: SATURDAY - 1 });
/** After Saturday's match, 13 comes in for 4. */
const LATER = version(5, {
  field: [1, 2, 3, 13, 5, 6, 7, 8, 9, 10, 11],
  bench: [12, 4, 14, 15],
  saved_at: SATURDAY + 1,
});

const { points: POINTS } = computeReference([FIRST, LATER]);

function computeReference(lineups: readonly StoredLineupVersion[]) {
  return teamGameweek(buildGameweek(RESULTS, { lineups }));
}

/** Builds the football data of gameweek 5: player p plays fixture p for club p. */
function publishGameweek(results = RESULTS): PublishedGameweek {
  const { fixtures, scores } = buildGameweek(results);
  return {
    gameweek: 5,
    fixtures: [...fixtures].flatMap(([player, own]) =>
      own.map((fixture) => ({ ...fixture, home: player, away: 100 + player, started: true })),
    ),
    clubs: [...fixtures.keys()].map((player) => ({ player, club: player })),
    scores: [...scores.values()].flat(),
  };
}

const publishEntry = (lineups: readonly StoredLineupVersion[], points = POINTS): PublishedEntry => ({
  ordinal: 1,
  wallet_address: '0x1',
  joined_at: 0,
  rank: 1,
  unranked: null,
  eligible: true,
  amount: '0',
  leaf: null,
  roster: LAYOUT.map((position, index) => ({ player: index + 1, position, club: index + 1 })),
  lineups,
  coefficients: [],
  corrections: [],
  gameweeks: [{ gameweek: 5, points, coefficient: 1000, earned: points * 1000 }],
  gross: points,
  earned: points * 1000,
});

/** Builds the final lock of gameweek 5 with the open slots of a version. */
function openLock(lineup: StoredLineupVersion): PublishedLock {
  const bench_positions = lineup.bench.map((id) => POSITIONS_BY_ID.get(id)!);
  const slots = listSlots({ ...lineup, bench_positions } as LegalLineup);
  return {
    gameweek: 5,
    locks_at: new Date(PERIOD.end).toISOString(),
    final: true,
    root: '',
    entries: 1,
    version: { gameweek: lineup.effective_gameweek, number: 1, saved_at: lineup.saved_at },
    commitment: '',
    path: [],
    leaves: [],
    slots: slots.map((slot) => ({ ...slot, salt: '' })),
  };
}

const prove = (proven: StoredLineupVersion, entry: PublishedEntry) =>
  computeProvenPoints(openLock(proven), entry, publishGameweek(), PERIOD);

describe('game rule 10.7: points of a proven lineup', () => {
  it('rule 3.7 a bench player does not replace a starter who came in after the bench player had played', () => {
    expect(computeReference([FIRST, LATER]).substitutions).toEqual([]);
    expect(computeReference([LATER]).substitutions).toMatchObject([{ out: 13, in: 14 }]);
    expect(prove(LATER, publishEntry([FIRST, LATER]))).toEqual({
      gameweek: 5,
      published: POINTS,
      computed: POINTS,
    });
  });

  it('the version in force at the start of the gameweek decides who was on the field at its first kick-off', () => {
    const before = { ...FIRST, effective_gameweek: 4 };
    expect(prove(LATER, publishEntry([before, LATER]))).toMatchObject({ computed: POINTS });
  });

  it('a version carried over from an earlier gameweek is scored with its own lineup', () => {
    const carried = { ...LATER, effective_gameweek: 4, saved_at: SATURDAY - 1 };
    const { points } = computeReference([carried]);
    expect(points).not.toBe(POINTS);
    const older = { ...FIRST, effective_gameweek: 4, saved_at: SATURDAY - 2 };
    expect(prove(carried, publishEntry([older, carried], points))).toEqual({
      gameweek: 5,
      published: points,
      computed: points,
    });
  });

  it.each([3, 4])(
    'a version saved for gameweek 4 during the matches replaces one of gameweek %i',
    (gameweek) => {
      const late = { ...LATER, effective_gameweek: 4 };
      const older = { ...FIRST, effective_gameweek: gameweek };
      expect(prove(late, publishEntry([older, late]))).toEqual({
        gameweek: 5,
        published: POINTS,
        computed: POINTS,
      });
    },
  );

  it('a bench player who moves to another club afterwards replaces the same starter', () => {
    // Defender 4 played on Sunday, and now belongs to a club that played on Saturday.
    const gameweek = publishGameweek({ ...RESULTS, 4: { fixture: { kickoff: SUNDAY }, points: 6 } });
    const clubs = gameweek.clubs.map((each) => (each.player === 4 ? { player: 4, club: 14 } : each));
    const entry = publishEntry([FIRST, LATER]);
    const compute = (changes: Partial<PublishedGameweek>) =>
      computeProvenPoints(openLock(LATER), entry, { ...gameweek, ...changes }, PERIOD)!.computed;
    expect(compute({})).toBe(POINTS + 6);
    expect(compute({ clubs })).toBe(POINTS + 6);
  });

  it.each<[string, StoredLineupVersion[]]>([
    ['replaces the proven one', [FIRST, { ...LATER, captain_id: 10 }]],
    ['follows the proven one', [FIRST, LATER, { ...FIRST, saved_at: LATER.saved_at + 1 }]],
    ['has the place of the proven one and another time', [FIRST, { ...FIRST, saved_at: LATER.saved_at + 1 }]],
    ['belongs to a later gameweek', [FIRST, LATER, { ...FIRST, effective_gameweek: 6 }]],
  ])('a published version that %s does not alter the points of the open slots', (_title, lineups) => {
    expect(prove(LATER, publishEntry(lineups, 99))).toEqual({
      gameweek: 5,
      published: 99,
      computed: POINTS,
    });
  });

  it('the armbands of the open slots count, in any order of the slots', () => {
    const results = { ...RESULTS, 9: { points: 5 }, 10: { points: 7 } };
    const lineup = { ...LATER, captain_id: 10, vice_captain_id: 9 };
    const { points } = teamGameweek(buildGameweek(results, { lineups: [lineup] }));
    const lock = openLock(lineup);
    for (const slots of [lock.slots, lock.slots.toReversed()])
      expect(
        computeProvenPoints({ ...lock, slots }, publishEntry([lineup]), publishGameweek(results), PERIOD),
      ).toMatchObject({ computed: points });
  });

  it('a lock without a complete lineup proves no points', () => {
    const lock = openLock(LATER);
    const entry = publishEntry([FIRST, LATER]);
    const compute = (changes: Partial<PublishedLock>) =>
      computeProvenPoints({ ...lock, ...changes }, entry, publishGameweek(), PERIOD);
    expect(compute({ version: null, slots: [] })).toBeNull();
    expect(compute({ slots: lock.slots.slice(1) })).toBeNull();
  });
});
