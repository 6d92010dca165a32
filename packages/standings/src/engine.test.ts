import { isDeepStrictEqual } from 'node:util';
import { rankStandings } from '@touchline/rules/testing/standings';
import { createWorkerThread } from '@touchline/service-kit/process/worker-thread';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStandingsEngine } from './engine.ts';
import type { ListQuery, NumberColumn, Row, Standings, Summary } from './standings.ts';
import type { Tasks } from './tasks.ts';
import { buildEntry, buildMoment, KICKOFF } from './testing/one-match.ts';
import { packEntries, packLineups, packSettled } from './testing/pack.ts';
import { COMPUTE_MODULE, createInlineThread } from './thread.ts';

const FROM_SOURCE = createStandingsEngine(createInlineThread());
const IN_THREAD = createStandingsEngine(createWorkerThread<Tasks>(COMPUTE_MODULE));
const ALL = { sort: 'rank', order: 'asc', from: 0, limit: 1_000 } as const;

/** Teams with every input of standings: stakes, later lineups, suspensions, adjustments, settled points. */
const team = fc.record({
  first: fc.nat(29),
  steps: fc.array(fc.integer({ min: 1_000, max: 1_250 }), { maxLength: 4 }),
  captain: fc.option(fc.nat(10)),
  late: fc.boolean(),
  unranked: fc.boolean(),
  gross: fc.constantFrom(0, 0, 7),
  settled: fc.integer({ min: -4, max: 90 }),
  name: fc.constantFrom('Lions', 'LIONS b', 'Ålesund', '15 lions', 'x'),
});
type Team = typeof team extends fc.Arbitrary<infer T> ? T : never;
const teams = fc.array(team, { minLength: 1, maxLength: 20 });

/** Adds teams after `known` others. */
function enter(standings: Standings, given: readonly Team[], known = 0): void {
  const entries = given.map(({ first, late, name }, index) => ({
    ...buildEntry(known + index, first, late ? KICKOFF + 1 : 0),
    team_name: `${name} ${index}`,
  }));
  standings.append(packEntries(entries));
  standings.setCoefficients(
    given.map(({ steps }, index) => ({
      wallet: entries[index]!.wallet,
      steps: steps.map((coefficient, at) => ({ coefficient, at: at * 400 })),
    })),
  );
  for (const [index, { captain }] of given.entries()) {
    if (captain === null) continue;
    const { lineup } = entries[index]!;
    const captain_id = lineup.field[captain]!;
    const vice_captain_id = lineup.field[(captain + 1) % 11]!;
    const saved = { ...lineup, captain_id, vice_captain_id, saved_at: KICKOFF - 1 };
    standings.saveLineups(packLineups([{ ...saved, ordinal: known + index + 1 }]));
  }
}

/** Settles the gameweek before the only one of the season. */
function settle(standings: Standings, given: readonly Team[]): void {
  const points = given.map(({ settled }, index) => ({
    ordinal: index + 1,
    points: settled,
    earned: settled * 1_100,
  }));
  standings.addSettled(0, packSettled(points));
}

function fill(standings: Standings, given: readonly Team[]): void {
  enter(standings, given);
  settle(standings, given);
  standings.adjust(
    new Map(
      given.flatMap(({ gross }, index) =>
        gross ? [[index, { gross, earned: gross * 1_000, coefficients: [{ from: 1, delta: 50 }] }]] : [],
      ),
    ),
    given.flatMap(({ unranked }, index) => (unranked ? [index + 1] : [])),
  );
}

const listAll = async (standings: Standings, query: Partial<ListQuery> = {}) =>
  (await standings.list({ ...ALL, ...query })).rows;

describe('standings', () => {
  it('standings are the same in the worker thread and on the calling thread', async () => {
    await fc.assert(
      fc.asyncProperty(teams, async (given) => {
        const results: [Summary, Row[]][] = [];
        for (const engine of [FROM_SOURCE, IN_THREAD]) {
          const standings = engine.create();
          fill(standings, given);
          const summary = await standings.compute(buildMoment());
          results.push([summary, await listAll(standings, { sort: 'team_name', unranked: true })]);
        }
        expect(results[1]).toEqual(results[0]);
      }),
      { numRuns: 40 },
    );
  });

  it('RANK standings have the ranks of the rules, and rows and summary agree', async () => {
    await fc.assert(
      fc.asyncProperty(teams, async (given) => {
        const standings = FROM_SOURCE.create();
        fill(standings, given);
        const summary = await standings.compute(buildMoment());
        const rows = await listAll(standings);
        const all = await listAll(standings, { unranked: true, sort: 'id' });
        const ranked = all.filter(({ rank }) => rank !== null);
        expect(all.map(({ wallet }) => standings.row(wallet))).toEqual(all);
        const expected = rankStandings(
          ranked.map((row) => ({ row, earned_thousandths: row.earned, gross: row.points })),
        );
        expect(rows).toEqual(expected.map(({ row, rank }) => ({ ...row.row, rank })));
        expect([summary.entries, summary.players]).toEqual([given.length, ranked.length]);
        expect(summary.top).toBe(rows[0]?.earned ?? 0);
      }),
      { numRuns: 60 },
    );
  });

  it('standings with later entries equal those of one computation, and report whether other rows changed', async () => {
    await fc.assert(
      fc.asyncProperty(teams, teams, fc.boolean(), async (given, added, late) => {
        const later = added.map((each) => ({ ...each, late, captain: null }));
        const [grown, whole] = [FROM_SOURCE.create(), FROM_SOURCE.create()];
        enter(grown, given);
        settle(grown, given);
        const before = await grown.compute(buildMoment());
        const known = await listAll(grown);
        enter(grown, later, given.length);
        const after = await grown.compute(buildMoment());
        enter(whole, given);
        enter(whole, later, given.length);
        settle(whole, given);
        const computed = await whole.compute(buildMoment());
        const rows = await listAll(grown);
        expect(rows).toEqual(await listAll(whole));
        const comparable = { moved: 0, only_appended: false };
        expect({ ...after, ...comparable }).toEqual({ ...computed, ...comparable });
        const findRow = (id: string) => rows.find((row) => row.id === id);
        expect(after.only_appended).toBe(known.every((row) => isDeepStrictEqual(findRow(row.id), row)));
        if (late)
          expect(rows.find(({ ordinal }) => ordinal > given.length)?.rank).toBe(before.rank_without_points);
      }),
      { numRuns: 100 },
    );
  });

  it('standings keep the previous result when a computation fails', async () => {
    for (const engine of [FROM_SOURCE, IN_THREAD]) {
      const standings = engine.create();
      standings.append(packEntries([buildEntry(0, 0)]));
      standings.setCoefficients([
        { wallet: buildEntry(0, 0).wallet, steps: [{ at: 0, coefficient: 1_250 }] },
      ]);
      const summary = await standings.compute(buildMoment());
      standings.addSettled(0, packSettled([{ ordinal: 1, points: 1, earned: 2_147_483_647 }]));
      await expect(standings.compute(buildMoment())).rejects.toThrow('exceeds 32 bits');
      expect(standings.summary).toEqual(summary);
    }
  });
});

describe('lists', () => {
  const columns: readonly [NumberColumn, (row: Row) => number][] = [
    ['entry_points', (row) => row.entry_points],
    ['current_points', (row) => row.entry_points + row.points],
    ['gameweek_points', (row) => row.gameweek_points],
    ['coefficient', (row) => row.coefficient],
    ['earned', (row) => row.earned],
    ['captain', (row) => row.lineup.captain_id],
    ['vice_captain', (row) => row.lineup.vice_captain_id],
  ];
  const query = fc.record({
    column: fc.constantFrom(...columns),
    order: fc.constantFrom('asc' as const, 'desc' as const),
    search: fc.constantFrom('', 'lions', 'ales', '0x', '1', '000a'),
    staked: fc.boolean(),
    from: fc.nat(3),
    limit: fc.nat(8),
  });

  it('lists sort, filter and page like a linear scan', async () => {
    await fc.assert(
      fc.asyncProperty(teams, query, async (given, { column: [sort, read], ...rest }) => {
        const standings = FROM_SOURCE.create();
        fill(standings, given);
        await standings.compute(buildMoment());
        const matches = ({ wallet, team_name, coefficient }: Row) =>
          (!rest.staked || coefficient > 1_000) &&
          (wallet.includes(rest.search) || team_name.toLowerCase().replace('å', 'a').includes(rest.search));
        const direction = rest.order === 'asc' ? 1 : -1;
        const expected = (await listAll(standings))
          .filter(matches)
          .sort((a, b) => direction * (read(a) - read(b)));
        const { rows, total } = await standings.list({ ...rest, sort });
        expect(total).toBe(expected.length);
        expect(rows).toEqual(expected.slice(rest.from, rest.from + rest.limit));
      }),
      { numRuns: 150 },
    );
  });

  it('several games are sorted together, by text in the order of lower-case bytes', async () => {
    await fc.assert(
      fc.asyncProperty(teams, teams, async (first, second) => {
        const games = [];
        for (const given of [first, second]) {
          const standings = FROM_SOURCE.create();
          fill(standings, given);
          await standings.compute(buildMoment());
          games.push({ standings, name: `Game ${games.length}`, words: ['WEEKLY'], gameweek: 1 });
        }
        const all = { ...ALL, unranked: true, searchAll: true } as const;
        const { rows } = await FROM_SOURCE.list(games, { ...all, sort: 'team_name' });
        const names = rows.map(({ team_name }) => Buffer.from(team_name.toLowerCase()));
        expect(names).toEqual(names.toSorted(Buffer.compare));
        const found = await FROM_SOURCE.list(games, { ...all, sort: 'section', search: 'game 1' });
        expect(found.rows.map(({ section }) => section)).toEqual(second.map(() => 1));
        const byWord = await FROM_SOURCE.list(games, { ...all, sort: 'id', search: 'weekly' });
        expect(byWord.total).toBe(first.length + second.length);
      }),
      { numRuns: 40 },
    );
  });
});
