import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runToEnd } from '../scoring/pass.ts';
import { buildSeason, enterTeams, game, KICKOFF, NOW } from '../testing/one-match.ts';
import { createTable, type EntryTable } from './entry-table.ts';
import { buildStandings, computeStandings, type Standings } from './standings.ts';
import { createStandingsWorker } from './standings-worker.ts';

const worker = createStandingsWorker();

/** Teams with every input of standings: stakes, later lineups, suspensions, adjustments, settled points. */
const team = fc.record({
  first: fc.nat(29),
  coefficient: fc.constantFrom(1_000, 1_050, 1_250),
  steps: fc.array(fc.integer({ min: 1_000, max: 1_250 }), { maxLength: 4 }),
  captain: fc.option(fc.nat(10)),
  late: fc.boolean(),
  unranked: fc.boolean(),
  gross: fc.constantFrom(0, 0, 7),
  settled: fc.integer({ min: -4, max: 90 }),
});
type Team = typeof team extends fc.Arbitrary<infer T> ? T : never;

function tableOf(teams: readonly Team[]): EntryTable {
  const table = createTable();
  for (const each of teams) {
    const index = table.count;
    enterTeams(table, [each], each.late ? KICKOFF + 1 : 0);
    const steps = each.steps.map((coefficient, at) => ({ coefficient, at: at * 400 }));
    if (steps.length > 0) table.coefficients.set(index, steps);
    if (each.captain !== null) changeCaptain(table, index, each.captain);
    table.settledPoints[index] = each.settled;
    table.settledEarned[index] = each.settled * 1_100;
  }
  table.unranked = new Set(teams.flatMap(({ unranked }, index) => (unranked ? [index] : [])));
  table.adjustments = new Map(
    teams.flatMap(({ gross }, index) =>
      gross ? [[index, { gross, earned: gross * 1_000, coefficients: [{ from: 1, delta: 50 }] }]] : [],
    ),
  );
  return table;
}

function changeCaptain(table: EntryTable, index: number, captain: number): void {
  const { lineups } = table;
  const lineup = lineups.buildLineup(lineups.listVersions(index)[0]!, table.joinedAt);
  const [captain_id, vice_captain_id] = [lineup.field[captain]!, lineup.field[(captain + 1) % 11]!];
  const changed = {
    ...lineup,
    field: [...lineup.field],
    bench: [...lineup.bench],
    captain_id,
    vice_captain_id,
  };
  lineups.append({ ...changed, ordinal: index + 1, bench_positions: [1, 2, 2, 3], saved_at: KICKOFF - 1 });
}

/** Settles the previous gameweek. */
function settle(table: EntryTable): void {
  table.settled.add(0);
  table.settledVersion = 1;
  table.settledAverages.set(0, 12.5);
  table.lastSettled = { gameweek: 0, points: table.settledPoints, earned: table.settledEarned };
}

const seen = ({ table: _table, ...rest }: Standings) => rest;

describe('standings worker', () => {
  it('computes the same standings as the main thread', async () => {
    const teams = fc.array(team, { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(teams, fc.boolean(), async (given, settled) => {
        const [played, table] = [buildSeason(0), tableOf(given)];
        if (settled) settle(table);
        const computed = await worker.compute(game, played, table, NOW);
        const standings = buildStandings(game, played, table, computed);
        table.previousRanks = null;
        expect(seen(standings)).toEqual(seen(runToEnd(computeStandings(game, played, table, NOW))));
      }),
      { numRuns: 60 },
    );
  });

  it('includes rows that were added to the columns later', async () => {
    const [played, table] = [buildSeason(0), tableOf([])];
    for (const first of [3, 9, 12]) {
      enterTeams(table, [{ first, coefficient: 1_000 }], 0);
      const { gross } = await worker.compute(game, played, table, NOW);
      expect([...gross]).toEqual([...runToEnd(computeStandings(game, played, table, NOW)).gross]);
    }
  });

  it('reuses the previous ranks instead of computing them again', async () => {
    const [played, table] = [buildSeason(0), tableOf([])];
    enterTeams(table, [{ first: 3, coefficient: 1_000 }], 0);
    settle(table);
    const weeks = [{ ...played.gameweeks[0]!, id: 0, settled: true, end: 400 }, ...played.gameweeks];
    const [twoWeeks, inBoth] = [
      { ...played, gameweeks: weeks },
      { ...game, first_gameweek: 0 },
    ];
    const first = await worker.compute(inBoth, twoWeeks, table, NOW);
    expect([...first.previous.ranks!]).toEqual([1]);
    buildStandings(inBoth, twoWeeks, table, first);
    table.settledPoints[0] = 99;
    const again = await worker.compute(inBoth, twoWeeks, table, NOW);
    // Both refer to the same memory.
    first.previous.ranks![0] = 5;
    expect([...again.previous.ranks!]).toEqual([5]);
  });

  it('rejects only the call whose computation throws', async () => {
    const table = tableOf([]);
    enterTeams(table, [{ first: 0, coefficient: 1_250 }], 0);
    const sums = { ...table, settledEarned: new Int32Array([2_147_483_647]) };
    const [failed, fine] = await Promise.allSettled([
      worker.compute(game, buildSeason(0), sums, NOW),
      worker.compute(game, buildSeason(0), table, NOW),
    ]);
    expect(failed).toMatchObject({
      status: 'rejected',
      reason: expect.objectContaining({ message: expect.stringContaining('exceeds 32 bits') }),
    });
    expect(fine.status).toBe('fulfilled');
  });

  it.each([
    ['exits', 'process.exit(3)', 'exited with code 3'],
    ['throws', "throw new Error('out of memory')", 'out of memory'],
  ])(
    'rejects the pending calls of a thread that %s, and starts another thread for the next call',
    async (_, last, reason) => {
      const script = `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { ${last} })`;
      const { compute } = createStandingsWorker(
        new URL(`data:text/javascript,${encodeURIComponent(script)}`),
      );
      const call = () => compute(game, buildSeason(0), tableOf([]), NOW);
      await Promise.all([call(), call()].map((pending) => expect(pending).rejects.toThrow(reason)));
      await expect(call()).rejects.toThrow(reason);
    },
  );
});
