/**
 * What one player did in one fixture, from the live feed's `explain` (points, minutes, cards, bonus are of that
 * fixture alone) and from the fixture's own `stats` (bps: the live feed adds up a double gameweek).
 */
export interface FixtureScore {
  fixture: number;
  player: number;
  /** Sum of the fixture's explain points, the feed's bonus included; may be negative and may go down. */
  points: number;
  minutes: number;
  /** Yellow and red cards. */
  cards: number;
  bps: number;
  /** The feed's bonus; 0 until it is given. */
  bonus: number;
}

/** A score with the bonus that it would bring if the fixture ended now; 0 once the feed has given bonus. */
export interface PlayerScore extends FixtureScore {
  provisional_bonus: number;
}

/** The scores of a gameweek by player id. */
export type ScoreBook = ReadonlyMap<number, readonly PlayerScore[]>;

/**
 * Provisional bonus by player id for ONE fixture, given the rows of everybody in it: competition rank by BPS
 * (1 brings 3, 2 brings 2, 3 brings 1; ties share the rank, so 1, 1, 3). Empty once any row has bonus and
 * before anybody has BPS; whoever has none (0 or less) is not ranked (game rules 3).
 */
export function provisionalBonus(rows: readonly FixtureScore[]): Map<number, number> {
  const bonus = new Map<number, number>();
  if (rows.some((row) => row.bonus > 0)) return bonus;
  for (const row of rows) {
    const rank = 1 + rows.filter((other) => other.bps > row.bps).length;
    if (row.bps > 0 && rank <= 3) bonus.set(row.player, 4 - rank);
  }
  return bonus;
}

/**
 * All rows of a gameweek, by player and with provisional bonus; the order of the rows does not matter.
 * Build it once per change of the feed and hand it to every team.
 */
export function scoreBook(rows: readonly FixtureScore[]): ScoreBook {
  const book = new Map<number, PlayerScore[]>();
  for (const fixtureRows of grouped(rows, (row) => row.fixture).values()) {
    const provisional = provisionalBonus(fixtureRows);
    for (const row of fixtureRows) {
      const score = { ...row, provisional_bonus: provisional.get(row.player) ?? 0 };
      const scores = book.get(row.player);
      if (scores) scores.push(score);
      else book.set(row.player, [score]);
    }
  }
  return book;
}

function grouped<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
