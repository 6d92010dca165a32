import { buildScoreBook } from '@touchline/rules/scores';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FeedPlayer, Season } from '../football/season.ts';
import { runToEnd } from '../scoring/pass.ts';
import { buildSeason, enterTeams, FIXTURE, game, KICKOFF, NOW } from '../testing/one-match.ts';
import { createTable } from './entry-table.ts';
import { appendNewEntries, findRankWithoutPoints, onlyAppended } from './new-entries.ts';
import { computeStandings, type Standings } from './standings.ts';

const team = fc.record({ first: fc.nat(29), coefficient: fc.constantFrom(1_000, 1_050, 1_250) });

/** Picks the public columns of standings. */
const seen = (standings: Standings | null) => {
  const { table: _table, moves: _moves, previous: _previous, ...columns } = standings!;
  return columns;
};

describe('standings with new entries', () => {
  it('appended standings equal computed ones', () => {
    const teams = fc.array(team, { maxLength: 12 });
    fc.assert(
      fc.property(teams, fc.array(teams, { maxLength: 3 }), (first, later) => {
        const played = buildSeason(0);
        const table = createTable();
        enterTeams(table, [{ first: 0, coefficient: 1_000 }, { first: 9, coefficient: 1_050 }, ...first], 0);
        let standings = runToEnd(computeStandings(game, played, table, NOW));
        for (const added of later) {
          enterTeams(table, added, KICKOFF + 1);
          const rank = findRankWithoutPoints(standings);
          const computed = runToEnd(computeStandings(game, played, table, NOW));
          const joined = appendNewEntries(standings, game, played, NOW);
          // The first entry without points may need different bars, which requires a computation.
          if (table.count - added.length > first.length + 2) expect(joined).not.toBeNull();
          if (joined) expect(seen(joined)).toEqual(seen(computed));
          if (added.length > 0) expect(computed.ranks.at(-1)).toBe(rank);
          standings = joined ?? computed;
        }
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['an entry has negative points', 40, KICKOFF + 1, 0],
    ['a match that counts for the new entry has started', 0, KICKOFF, 0],
    ['any other row has changed', 0, KICKOFF + 1, 1],
  ])('standings are not appended to when %s', (_, lost, joined, moves) => {
    const played = buildSeason(lost);
    const table = createTable();
    enterTeams(table, [{ first: 0, coefficient: 1_000 }], 0);
    const standings = runToEnd(computeStandings(game, played, table, NOW));
    enterTeams(table, [{ first: 3, coefficient: 1_000 }], joined);
    table.moves += moves;
    expect(appendNewEntries(standings, game, played, NOW)).toBeNull();
  });

  it.each<[string, boolean, (season: Season) => Partial<Season>]>([
    [
      'standings are kept when prices, form and news change',
      true,
      ({ players }) => ({ players: changed(players, { price: 99 }) }),
    ],
    ['standings are kept when a fixture of another gameweek moves', true, () => ({ fixtures: [] })],
    [
      'standings are computed when a player changes clubs',
      false,
      ({ players }) => ({ players: changed(players, { team: 9 }) }),
    ],
    [
      'standings are computed when points change',
      false,
      () => ({ scores: new Map([[1, buildScoreBook([])]]) }),
    ],
    [
      'standings are computed when a match is over',
      false,
      ({ gameweeks }) => ({ gameweeks: [{ ...gameweeks[0]!, fixtures: [{ ...FIXTURE, over: true }] }] }),
    ],
  ])('%s', (_, stay, change) => {
    const played = buildSeason(0);
    const table = createTable();
    enterTeams(table, [{ first: 0, coefficient: 1_000 }], 0);
    const standings = runToEnd(computeStandings(game, played, table, NOW));
    const after = {
      ...structuredClone({ ...played, scores: undefined }),
      scores: played.scores,
      ...change(played),
    };
    const kept = appendNewEntries(standings, game, after, NOW);
    expect(kept !== null).toBe(stay);
    if (!stay) return;
    expect(kept!.season).toBe(after);
    expect(onlyAppended(standings, kept!)).toBe(true);
    expect(seen(kept)).toEqual(seen(runToEnd(computeStandings(game, after, table, NOW))));
  });
});

const changed = (players: Season['players'], change: Partial<FeedPlayer>): Season['players'] =>
  new Map(players).set(1, { ...players.get(1)!, ...change });
