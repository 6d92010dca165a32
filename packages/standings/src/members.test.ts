import { createWorkerThread } from '@touchline/service-kit/process/worker-thread';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createStandingsEngine } from './engine.ts';
import type { MemberQuery, Standings } from './standings.ts';
import type { Tasks } from './tasks.ts';
import { buildEntry, buildMoment } from './testing/one-match.ts';
import { packEntries, packSettled } from './testing/pack.ts';
import { COMPUTE_MODULE, createInlineThread } from './thread.ts';

const FROM_SOURCE = createStandingsEngine(createInlineThread());
const IN_THREAD = createStandingsEngine(createWorkerThread<Tasks>(COMPUTE_MODULE));
/** Gameweeks before the one of `buildMoment`. */
const SETTLED = [-2, -1, 0];

/** Entries with the points and coefficient of each settled gameweek. */
const entries = fc.array(
  fc.record({
    weeks: fc.tuple(...SETTLED.map(() => fc.tuple(fc.nat(9), fc.constantFrom(1_000, 1_100)))),
    correction: fc.constantFrom(0, 0, 5),
    unranked: fc.boolean(),
    first: fc.constantFrom(0, 1),
    member: fc.boolean(),
  }),
  { minLength: 1, maxLength: 30 },
);
type Entry = typeof entries extends fc.Arbitrary<(infer T)[]> ? T : never;

function fill(standings: Standings, given: readonly Entry[]): void {
  const build = ({ first }: Entry, index: number) => {
    const entry = buildEntry(index, 0, 0);
    return { ...entry, lineup: { ...entry.lineup, effective_gameweek: first } };
  };
  standings.append(packEntries(given.map(build)));
  for (const [place, gameweek] of SETTLED.entries())
    standings.addSettled(
      gameweek,
      packSettled(
        given.map(({ weeks }, index) => {
          const [points, coefficient] = weeks[place]!;
          return { ordinal: index + 1, points, earned: points * coefficient };
        }),
      ),
    );
  standings.adjust(
    new Map(
      given.map(({ correction }, index) => [
        index,
        { gross: correction, earned: correction * 1_000, coefficients: [] },
      ]),
    ),
    given.flatMap(({ unranked }, index) => (unranked ? [index + 1] : [])),
  );
}

/** Counts the points of an entry again, in thousandths. */
function recount(standings: Standings, given: readonly Entry[], index: number, query: MemberQuery): number {
  const gameweeks = [...SETTLED, ...(query.until === undefined ? [1] : [])].filter(
    (gameweek) => gameweek >= (query.since ?? -9) && gameweek <= (query.until ?? 9),
  );
  const points = gameweeks.map(
    (gameweek) => standings.readGameweekPoints(gameweek, [index + 1], query.coefficient)![0]!,
  );
  const correction = query.since === null ? given[index]!.correction * 1_000 : 0;
  return points.reduce((sum, each) => sum + each, correction);
}

const queries = fc.record({
  since: fc.constantFrom(null, -1, 1),
  until: fc.constantFrom(undefined, 0),
  coefficient: fc.boolean(),
});

it('members are ranked by the points of their gameweeks, in both threads', async () => {
  await fc.assert(
    fc.asyncProperty(entries, queries, async (given, { until, ...rest }) => {
      const ordinals = given.flatMap(({ member }, index) => (member ? [index + 1] : []));
      const query = {
        ...rest,
        ...(until === undefined ? {} : { until }),
        members: Int32Array.from(ordinals),
      };
      const [standings, other] = [FROM_SOURCE.create(), IN_THREAD.create()];
      for (const each of [standings, other]) {
        fill(each, given);
        await each.compute(buildMoment());
      }
      const ranked = await standings.rankMembers(query);
      expect(await other.rankMembers(query)).toEqual(ranked);
      const points = ordinals
        .filter((ordinal) => !given[ordinal - 1]!.unranked && given[ordinal - 1]!.first <= (until ?? 1))
        .map((ordinal) => recount(standings, given, ordinal - 1, query));
      expect([...ranked.points].sort()).toEqual([...points].sort());
      if (!query.coefficient)
        for (const [place, own] of ranked.points.entries())
          expect(ranked.ranks[place]).toBe(points.filter((each) => each > own).length + 1);
    }),
    { numRuns: 60 },
  );
});

it('a table of all entries from the start of the game has the ranks of the standings', async () => {
  await fc.assert(
    fc.asyncProperty(entries, async (given) => {
      const standings = FROM_SOURCE.create();
      fill(standings, given);
      await standings.compute(buildMoment());
      const members = Int32Array.from(given.keys(), (index) => index + 1);
      const ranked = await standings.rankMembers({ members, since: null, coefficient: true });
      const rows = standings.rowsAt([...ranked.ordinals]);
      expect(rows.map(({ rank }) => rank)).toEqual([...ranked.ranks]);
      expect(rows.map(({ earned }) => earned)).toEqual([...ranked.points]);
    }),
    { numRuns: 60 },
  );
});

/** Reads everything that league tables show of two entries. */
const readTables = async (standings: Standings) => ({
  settled: [...standings.settled],
  gameweeks: [...SETTLED, 1].map((gameweek) => standings.readGameweekPoints(gameweek, [1, 2], true)),
  tables: [
    await standings.rankMembers({ members: Int32Array.from([1, 2]), since: null, coefficient: true }),
    await standings.rankMembers({ members: null, since: 0, coefficient: false }),
    await standings.rankMembers({ members: null, since: null, until: 0, coefficient: true }),
  ],
});

for (const [thread, engine] of Object.entries({ 'the calling thread': FROM_SOURCE, 'a worker': IN_THREAD }))
  it(`tables are those of the last computation while settled gameweeks are loaded, in ${thread}`, async () => {
    const standings = engine.create();
    const weeks: Entry['weeks'] = [
      [1, 1_100],
      [2, 1_000],
      [3, 1_100],
    ];
    fill(standings, Array(2).fill({ weeks, correction: 5, unranked: false, first: 0, member: true }));
    await standings.compute(buildMoment());
    const computed = await readTables(standings);
    expect(computed.gameweeks.at(-1)).not.toBeNull();

    const settled = packSettled([{ ordinal: 1, points: 9, earned: 9_900 }]);
    standings.addSettled(1, settled);
    expect(await readTables(standings)).toEqual(computed);
    standings.resetSettled();
    expect(await readTables(standings)).toEqual(computed);
    standings.addSettled(0, settled);
    expect(await readTables(standings)).toEqual(computed);

    await standings.compute(buildMoment());
    expect(standings.readGameweekPoints(0, [1, 2], true)).toEqual([9_900, 0]);
    expect(standings.readGameweekPoints(-1, [1, 2], true)).toBeNull();
  });
