import { scoreBook } from '@touchline/rules/scores';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FeedPlayer, Season, SeasonGameweek } from '../football/season.ts';
import type { StoredGame } from '../games/game.ts';
import { runAtOnce } from '../scoring/pass.ts';
import { type EntryTable, emptyTable, growTable } from './entry-table.ts';
import { isLonger, rankWithoutPoints, withNewcomers } from './newcomers.ts';
import { computeStandings, type Standings } from './standings.ts';

const KICKOFF = 1_000;
const NOW = 5_000;
const PLAYERS = Array.from({ length: 30 }, (_, index) => index + 1);
const FIXTURE = { id: 1, gameweek: 1, kickoff: KICKOFF, started: true, over: false, home: 1, away: 2 };
const POSITIONS = [1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 1, 2, 2, 3];

/** A gameweek whose only match has begun; every player has his number of points, less `lost`. */
function season(lost: number): Season {
  const scores = PLAYERS.map((player) => {
    const points = (player % 9) - lost;
    return { fixture: 1, player, points, minutes: 90, cards: 0, bps: 0, bonus: 0 };
  });
  const gameweek = { id: 1, deadline: 500, settled: false, fixtures: [FIXTURE], start: KICKOFF, end: 9_000 };
  return {
    ...{ id: '2031', version: 1, snapshots: new Map(), clubs: new Map(), fixtures: [FIXTURE] },
    players: new Map(PLAYERS.map((id) => [id, { id, team: 1 + (id % 2) } as FeedPlayer])),
    gameweeks: [gameweek as unknown as SeasonGameweek],
    scores: new Map([[1, scoreBook(scores)]]),
  };
}

const game = { first_gameweek: 1, last_gameweek: 1, start: 0, end: 9_000, version: 1 } as StoredGame;

interface Newcomer {
  first: number;
  coefficient: number;
}

/** Enters teams of fifteen neighbouring players. */
function enter(table: EntryTable, teams: readonly Newcomer[], joined: number): void {
  growTable(table, table.count + teams.length);
  for (const { first, coefficient } of teams) {
    const ids = POSITIONS.map((_, slot) => 1 + ((first + slot) % PLAYERS.length));
    const index = table.count;
    const hex = index.toString(16);
    table.texts.append(hex.padStart(32, '0'), `0x${hex.padStart(40, '0')}`, `Team ${index}`);
    table.lineups.append({
      ...{ ordinal: index + 1, effective_gameweek: 1, saved_at: joined },
      ...{ formation: '3-4-3', field: ids.slice(0, 11), bench: ids.slice(11), bench_positions: [1, 2, 2, 3] },
      ...{ captain_id: ids[10]!, vice_captain_id: ids[1]! },
    });
    table.joinedAt[index] = joined;
    if (coefficient > 1_000) table.coefficients.set(index, [{ at: 0, coefficient }]);
    table.count += 1;
  }
}

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
        const played = season(0);
        const table = emptyTable();
        enter(table, [{ first: 0, coefficient: 1_000 }, { first: 9, coefficient: 1_050 }, ...first], 0);
        let standings = runAtOnce(computeStandings(game, played, table, NOW));
        for (const newcomers of later) {
          enter(table, newcomers, KICKOFF + 1);
          const rank = rankWithoutPoints(standings);
          const computed = runAtOnce(computeStandings(game, played, table, NOW));
          const joined = withNewcomers(standings, game, played, NOW);
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
    const played = season(lost);
    const table = emptyTable();
    enter(table, [{ first: 0, coefficient: 1_000 }], 0);
    const standings = runAtOnce(computeStandings(game, played, table, NOW));
    enter(table, [{ first: 3, coefficient: 1_000 }], joined);
    table.moves += moves;
    expect(withNewcomers(standings, game, played, NOW)).toBeNull();
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
    ['are computed when points have come', false, () => ({ scores: new Map([[1, scoreBook([])]]) })],
    [
      'are computed when a match is over',
      false,
      ({ gameweeks }) => ({ gameweeks: [{ ...gameweeks[0]!, fixtures: [{ ...FIXTURE, over: true }] }] }),
    ],
  ])('%s', (_, stay, change) => {
    const played = season(0);
    const table = emptyTable();
    enter(table, [{ first: 0, coefficient: 1_000 }], 0);
    const standings = runAtOnce(computeStandings(game, played, table, NOW));
    const after = {
      ...structuredClone({ ...played, scores: undefined }),
      scores: played.scores,
      ...change(played),
    };
    const kept = withNewcomers(standings, game, after, NOW);
    expect(kept !== null).toBe(stay);
    if (!stay) return;
    expect(kept!.season).toBe(after);
    expect(isLonger(standings, kept!)).toBe(true);
    expect(seen(kept)).toEqual(seen(runAtOnce(computeStandings(game, after, table, NOW))));
  });
});

const changed = (players: Season['players'], change: Partial<FeedPlayer>): Season['players'] =>
  new Map(players).set(1, { ...players.get(1)!, ...change });
