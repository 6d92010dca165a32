import { buildScoreBook } from '@touchline/rules/scores';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FeedPlayer, Season } from '../football/season.ts';
import { runToEnd } from '../scoring/pass.ts';
import { enterTeams, FIXTURE, game, KICKOFF, NOW, buildSeason } from '../testing/one-match.ts';
import { emptyTable } from './entry-table.ts';
import { onlyAppended, findRankWithoutPoints, appendNewEntries } from './new-entries.ts';
import { computeStandings, type Standings } from './standings.ts';

const team = fc.record({ first: fc.nat(29), coefficient: fc.constantFrom(1_000, 1_050, 1_250) });

/** What everybody sees of standings. */
const seen = (standings: Standings | null) => {
  const { table: _table, moves: _moves, previous: _previous, ...columns } = standings!;
  return columns;
};

describe('standings with newcomers', () => {
  it('are the standings that a computation gives', () => {
    const teams = fc.array(team, { maxLength: 12 });
    fc.assert(
      fc.property(teams, fc.array(teams, { maxLength: 3 }), (first, later) => {
        const played = buildSeason(0);
        const table = emptyTable();
        enterTeams(table, [{ first: 0, coefficient: 1_000 }, { first: 9, coefficient: 1_050 }, ...first], 0);
        let standings = runToEnd(computeStandings(game, played, table, NOW));
        for (const newcomers of later) {
          enterTeams(table, newcomers, KICKOFF + 1);
          const rank = findRankWithoutPoints(standings);
          const computed = runToEnd(computeStandings(game, played, table, NOW));
          const joined = appendNewEntries(standings, game, played, NOW);
          // The first without points may need another spread of the bars, which a computation makes.
          if (table.count - newcomers.length > first.length + 2) expect(joined).not.toBeNull();
          if (joined) expect(seen(joined)).toEqual(seen(computed));
          if (newcomers.length > 0) expect(computed.ranks.at(-1)).toBe(rank);
          standings = joined ?? computed;
        }
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['somebody has less than no points', 40, KICKOFF + 1, 0],
    ['a match of theirs has begun', 0, KICKOFF, 0],
    ['anything else has changed', 0, KICKOFF + 1, 1],
  ])('are computed when %s', (_, lost, joined, moves) => {
    const played = buildSeason(lost);
    const table = emptyTable();
    enterTeams(table, [{ first: 0, coefficient: 1_000 }], 0);
    const standings = runToEnd(computeStandings(game, played, table, NOW));
    enterTeams(table, [{ first: 3, coefficient: 1_000 }], joined);
    table.moves += moves;
    expect(appendNewEntries(standings, game, played, NOW)).toBeNull();
  });

  it.each<[string, boolean, (season: Season) => Partial<Season>]>([
    [
      'stay when prices, form and news have come',
      true,
      ({ players }) => ({ players: changed(players, { price: 99 }) }),
    ],
    ['stay when a fixture of another gameweek has moved', true, () => ({ fixtures: [] })],
    [
      'are computed when a player has changed clubs',
      false,
      ({ players }) => ({ players: changed(players, { team: 9 }) }),
    ],
    ['are computed when points have come', false, () => ({ scores: new Map([[1, buildScoreBook([])]]) })],
    [
      'are computed when a match is over',
      false,
      ({ gameweeks }) => ({ gameweeks: [{ ...gameweeks[0]!, fixtures: [{ ...FIXTURE, over: true }] }] }),
    ],
  ])('%s', (_, stay, change) => {
    const played = buildSeason(0);
    const table = emptyTable();
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
