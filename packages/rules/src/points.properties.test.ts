import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CountingFixture } from './counting.ts';
import { FORMATIONS, isFormation } from './formations.ts';
import { detectFormation } from './lineup.ts';
import { type TeamGameweekInput, teamGameweek } from './points.ts';
import { buildScoreBook, type FixtureScore } from './scores.ts';
import type { Position } from './squad.ts';

/** A slow, literal implementation of game rules 3, for comparison. */
function computeNaively(input: TeamGameweekInput, rows: readonly FixtureScore[]) {
  const lineup = input.lineups.at(-1)!;
  const listFixtures = (id: number) => input.fixtures.get(id) ?? [];
  const listRows = (id: number) =>
    rows.filter((row) => row.player === id && listFixtures(id).some((fixture) => fixture.id === row.fixture));
  const computeBonus = (row: FixtureScore) => {
    const match = rows.filter((other) => other.fixture === row.fixture);
    if (match.some((other) => other.bonus > 0) || row.bps <= 0) return 0;
    const better = match.filter((other) => other.bps > row.bps).length;
    return [3, 2, 1][better] ?? 0;
  };
  const points = (id: number) => {
    let sum = 0;
    for (const row of listRows(id)) sum += row.points + computeBonus(row);
    return sum;
  };
  const played = (id: number) => listRows(id).some((row) => row.minutes > 0 || row.cards > 0);
  const missed = (id: number) => !played(id) && !listFixtures(id).some((fixture) => !fixture.over);
  let armband: number | null = lineup.captain_id;
  if (missed(lineup.captain_id)) armband = missed(lineup.vice_captain_id) ? null : lineup.vice_captain_id;
  let eleven = [...lineup.field];
  const used: number[] = [];
  for (const starter of lineup.field) {
    if (!missed(starter)) continue;
    for (const candidate of lineup.bench) {
      if (used.includes(candidate) || !played(candidate)) continue;
      if ((input.positions.get(candidate) === 1) !== (input.positions.get(starter) === 1)) continue;
      const after = eleven.map((id) => (id === starter ? candidate : id));
      const counts = [2, 3, 4].map((each) => after.filter((id) => input.positions.get(id) === each).length);
      if (!isFormation(counts.join('-'))) continue;
      const kickoff = listFixtures(candidate)
        .map((fixture) => fixture.kickoff)
        .sort((a, b) => a - b)[0]!;
      let inForce = input.lineups[0]!;
      for (const version of input.lineups) if (version.saved_at < kickoff) inForce = version;
      if (!inForce.field.includes(starter)) continue;
      used.push(candidate);
      eleven = after;
      break;
    }
  }
  const sum = (ids: readonly number[]) => ids.reduce((all, id) => all + points(id), 0);
  return {
    eleven: eleven.sort((a, b) => a - b),
    armband,
    raw_points: sum(lineup.field) + points(lineup.captain_id),
    points: sum(eleven) + (armband === null ? 0 : points(armband)),
  };
}

/** A squad in one of the seven formations: ids 1 to 15, field first, bench with its goalkeeper first. */
const squads = fc.constantFrom(...FORMATIONS).chain((formation) => {
  const onField = [1, formation.defenders, formation.midfielders, formation.forwards];
  const field = onField.flatMap((count, row) => new Array<Position>(count).fill((row + 1) as Position));
  const benched = [0, 5 - formation.defenders, 5 - formation.midfielders, 3 - formation.forwards];
  const bench = benched.flatMap((count, row) => new Array<Position>(count).fill((row + 1) as Position));
  return fc
    .shuffledSubarray(bench, { minLength: 3, maxLength: 3 })
    .map((order) => [...field, 1, ...order] as Position[]);
});

/** Zero to two fixtures per player. Playing time is rare enough that benches and armbands matter. */
const matchResult = fc.record({
  over: fc.boolean(),
  kickoff: fc.integer({ min: 1, max: 9 }),
  minutes: fc.constantFrom(0, 0, 1, 90),
  cards: fc.constantFrom(0, 0, 0, 1),
  points: fc.integer({ min: -3, max: 15 }),
  bps: fc.integer({ min: -5, max: 40 }),
  bonus: fc.constantFrom(0, 0, 0, 3),
  fixture: fc.integer({ min: 1, max: 6 }),
  counts: fc.constantFrom(true, true, true, false),
});

const gameweeks = fc
  .record({
    layout: squads,
    results: fc.array(fc.uniqueArray(matchResult, { maxLength: 2, selector: (each) => each.fixture }), {
      minLength: 15,
      maxLength: 15,
    }),
    bands: fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], { minLength: 2, maxLength: 2 }),
    swaps: fc.array(
      fc.record({
        at: fc.integer({ min: 1, max: 9 }),
        field: fc.integer({ min: 1, max: 10 }),
        bench: fc.integer({ min: 12, max: 14 }),
      }),
      { maxLength: 3 },
    ),
    gameweek_over: fc.boolean(),
  })
  .map(({ layout, results, bands, swaps, gameweek_over }) => {
    const positions = new Map(layout.map((position, index) => [index + 1, position]));
    const fixtures = new Map<number, CountingFixture[]>();
    const rows: FixtureScore[] = [];
    for (const [index, own] of results.entries()) {
      const player = index + 1;
      const counting = own.filter((each) => each.counts);
      fixtures.set(
        player,
        counting.map(({ fixture: id, kickoff, over }) => ({ id, kickoff, over })),
      );
      rows.push(
        ...own.map(({ over: _over, kickoff: _kickoff, counts: _counts, ...row }) => ({ ...row, player })),
      );
    }
    const ids = [...positions.keys()];
    const last = {
      field: ids.slice(0, 11),
      bench: ids.slice(11),
      captain_id: bands[0]!,
      vice_captain_id: bands[1]!,
    };
    // Earlier versions have a bench player in place of a starter; the rule depends only on membership of the field.
    const earlier = swaps.map(({ at, field, bench }) => ({
      ...last,
      saved_at: at,
      field: last.field.with(field, ids[bench]!),
      bench: last.bench.with(bench - 11, ids[field]!),
    }));
    const saved = [...earlier.sort((a, b) => a.saved_at - b.saved_at), { ...last, saved_at: 5 }];
    const lineups = saved.filter((version, index) => index === saved.length - 1 || version.saved_at <= 5);
    const input: TeamGameweekInput = {
      lineups,
      positions,
      fixtures,
      scores: buildScoreBook(rows),
      gameweek_over,
    };
    return { input, rows };
  });

describe('properties of teamGameweek', () => {
  it('teamGameweek equals a literal implementation of the rules', () => {
    fc.assert(
      fc.property(gameweeks, ({ input, rows }) => {
        const { final_eleven, armband, raw_points, points } = teamGameweek(input);
        const eleven = [...final_eleven].sort((a, b) => a - b);
        expect({ eleven, armband, raw_points, points }).toEqual(computeNaively(input, rows));
      }),
      { numRuns: 1000 },
    );
  });

  it('the final eleven always has one of the seven formations', () => {
    fc.assert(
      fc.property(gameweeks, ({ input }) => {
        const { final_eleven, substitutions } = teamGameweek(input);
        expect(new Set(final_eleven).size).toBe(11);
        expect(detectFormation(final_eleven, input.positions)).not.toBeNull();
        for (const pair of substitutions) expect(pair.projected).toBe(!input.gameweek_over);
      }),
    );
  });

  it('teamGameweek does not depend on the order of scores and fixtures', () => {
    fc.assert(
      fc.property(
        gameweeks.chain(({ input, rows }) =>
          fc.record({
            input: fc.constant(input),
            rows: fc.shuffledSubarray(rows, { minLength: rows.length }),
          }),
        ),
        ({ input, rows }) => {
          const fixtures = new Map([...input.fixtures].reverse().map(([id, own]) => [id, own.toReversed()]));
          expect(teamGameweek({ ...input, fixtures, scores: buildScoreBook(rows) })).toEqual(
            teamGameweek(input),
          );
        },
      ),
    );
  });
});
