import type { Season, SeasonGameweek } from '@touchline/rules/season';
import { rankStandings } from '@touchline/rules/testing/standings';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createStandingsEngine } from './engine.ts';
import type { SettledGameweek, Standings } from './standings.ts';
import { buildEntry, buildMoment, buildSeason } from './testing/one-match.ts';
import { packEntries, packSettled } from './testing/pack.ts';
import { createInlineThread } from './thread.ts';

const engine = createStandingsEngine(createInlineThread());
const GAMEWEEKS = [1, 2, 3, 4];
const moment = buildMoment();
const [gameweek] = moment.season.gameweeks as [SeasonGameweek];
/** The same match in every gameweek; each time the players have fewer points. */
const season: Season = {
  ...moment.season,
  gameweeks: GAMEWEEKS.map((id) => ({ ...gameweek, id })),
  scores: new Map(GAMEWEEKS.map((id) => [id, buildSeason(id).scores.get(1)!])),
};

const team = fc.record({
  first: fc.nat(29),
  coefficient: fc.constantFrom(1_000, 1_000, 1_150, 1_250),
  gross: fc.constantFrom(0, 0, 7),
  unranked: fc.boolean(),
  /** Points of each gameweek when it was settled before. */
  settled: fc.array(fc.integer({ min: -4, max: 60 }), { minLength: 4, maxLength: 4 }),
});
type Team = typeof team extends fc.Arbitrary<infer T> ? T : never;

/** Creates standings in which these gameweeks are settled. */
function createStandings(teams: readonly Team[], settled: readonly number[]): Standings {
  const standings = engine.create();
  const entries = teams.map(({ first }, index) => buildEntry(index, first));
  standings.append(packEntries(entries));
  standings.setCoefficients(
    teams.map(({ coefficient }, index) => ({
      wallet: entries[index]!.wallet,
      steps: [{ at: 0, coefficient }],
    })),
  );
  for (const id of settled)
    standings.addSettled(
      id,
      packSettled(teams.map((each, index) => ({ ordinal: index + 1, ...readBefore(each, id) }))),
    );
  standings.adjust(
    new Map(
      teams.map(({ gross }, index) => [index, { gross, earned: gross * 1_000, coefficients: [] }] as const),
    ),
    teams.flatMap(({ unranked }, index) => (unranked ? [index + 1] : [])),
  );
  return standings;
}

const readBefore = ({ settled }: Team, id: number) => {
  const points = settled[id - 1]!;
  return { points, earned: points * 1_100 };
};

const settle = (standings: Standings, ids: readonly number[]): Promise<SettledGameweek[]> =>
  standings.settle(
    { ...moment, season, game: { ...moment.game, last_gameweek: GAMEWEEKS.length } },
    season.gameweeks.filter(({ id }) => ids.includes(id)),
  );

/** Ranks teams by their corrections and some points; 0 for those outside the standings. */
function rank(teams: readonly Team[], sums: readonly { points: number; earned: number }[][]): number[] {
  const standings = teams.map(({ gross }, index) => {
    const own = sums.map((each) => each[index]!);
    return {
      index,
      earned_thousandths: gross * 1_000 + own.reduce((sum, { earned }) => sum + earned, 0),
      gross: gross + own.reduce((sum, { points }) => sum + points, 0),
    };
  });
  const ranks = teams.map(() => 0);
  for (const { row, rank } of rankStandings(standings.filter(({ index }) => !teams[index]!.unranked)))
    ranks[row.index] = rank;
  return ranks;
}

it('the ranks of a gameweek are those of the points up to it, in any order of settlement and after corrections', async () => {
  const some = fc.subarray(GAMEWEEKS);
  const teams = fc.array(team, { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(teams, some, some, async (given, before, due) => {
      const read = ({ gameweek: id, read }: SettledGameweek) => {
        const { points, earned, rank } = read(0, given.length);
        return { id, rank, final: points.map((own, index) => ({ points: own, earned: earned[index]! })) };
      };
      const alone = (await settle(createStandings(given, []), GAMEWEEKS)).map(read);
      const settled = (await settle(createStandings(given, before), due)).map(read);
      const expected = due.map((id) => {
        const counted = GAMEWEEKS.filter(
          (each) => each <= id && (due.includes(each) || before.includes(each)),
        );
        const sums = counted.map((each) =>
          due.includes(each) ? alone[each - 1]!.final : given.map((one) => readBefore(one, each)),
        );
        return { id, rank: rank(given, sums), final: alone[id - 1]!.final };
      });
      expect(settled).toEqual(expected);
    }),
    { numRuns: 200 },
  );
});
