import type { CountingFixture } from '../counting.ts';
import type { LineupVersion, PositionsById } from '../lineup.ts';
import type { TeamGameweekInput } from '../points.ts';
import { buildScoreBook, type FixtureScore } from '../scores.ts';
import type { Position, SquadPlayer } from '../squad.ts';

/** Players 1 to 15 in a 3-4-3: 1 GK, 2-4 DEF, 5-8 MID, 9-11 FWD; bench 12 GK, 13 and 14 DEF, 15 MID. */
export const LAYOUT: readonly Position[] = [1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 1, 2, 2, 3];
export const POSITIONS_BY_ID: PositionsById = new Map(LAYOUT.map((position, index) => [index + 1, position]));
export const FIELD: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
export const BENCH: readonly number[] = [12, 13, 14, 15];

/** Builds a legal lineup of that squad: captain 9, vice-captain 5. */
export function buildLineup(changes: Partial<LineupVersion> = {}): LineupVersion {
  return {
    formation: '3-4-3',
    field: FIELD,
    bench: BENCH,
    captain_id: 9,
    vice_captain_id: 5,
    saved_at: 0,
    ...changes,
  };
}

/** Builds that squad: one player per club, 6.0 each. */
export function buildSquad(
  change: (player: SquadPlayer) => Partial<SquadPlayer> = () => ({}),
): SquadPlayer[] {
  return LAYOUT.map((position, index) => {
    const player = { id: index + 1, position, club: index + 1, price: 60, selectable: true };
    return { ...player, ...change(player) };
  });
}

/** Result of a player in the only fixture of a gameweek. */
export interface PlayerResult {
  points?: number;
  minutes?: number;
  cards?: number;
  /** Kick-off and state of the fixture; null: a blank. */
  fixture?: Partial<CountingFixture> | null;
}

/**
 * Builds a gameweek in which every player played 90 minutes for 2 points, except for the given `results`. Player p plays
 * fixture p; all fixtures kicked off at 1000 and are over.
 */
export function buildGameweek(
  results: Readonly<Record<number, PlayerResult>>,
  changes: Partial<TeamGameweekInput> = {},
): TeamGameweekInput {
  const ids = [...POSITIONS_BY_ID.keys()];
  const fixtures = new Map<number, CountingFixture[]>();
  const rows: FixtureScore[] = [];
  for (const id of ids) {
    const result = results[id] ?? {};
    if (result.fixture === null) continue;
    fixtures.set(id, [{ id, kickoff: 1000, over: true, ...result.fixture }]);
    const { minutes = 90, cards = 0 } = result;
    const points = result.points ?? (minutes > 0 ? 2 : 0);
    rows.push({ fixture: id, player: id, points, minutes, cards, bps: 0, bonus: 0 });
  }
  return {
    lineups: [buildLineup()],
    positions: POSITIONS_BY_ID,
    fixtures,
    scores: buildScoreBook(rows),
    gameweek_over: true,
    ...changes,
  };
}
