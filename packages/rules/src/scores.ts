/**
 * A player's score in one fixture. Points, minutes, cards and bonus come from the live feed's `explain`, which is per fixture.
 * BPS comes from the fixture's `stats`, because the live feed sums it over a double gameweek.
 */
export interface FixtureScore {
  fixture: number;
  player: number;
  /** Sum of the fixture's explain points, with the feed's bonus; may be negative and may decrease. */
  points: number;
  minutes: number;
  /** Yellow and red cards. */
  cards: number;
  bps: number;
  /** The feed's bonus; 0 until awarded. */
  bonus: number;
}

/** A score with its provisional bonus: the bonus if the fixture ended now; 0 once the feed has awarded bonus or checked the gameweek. */
export interface PlayerScore extends FixtureScore {
  provisional_bonus: number;
}

/** The scores of a gameweek by player id. */
export type ScoreBook = ReadonlyMap<number, readonly PlayerScore[]>;

/**
 * Computes the provisional bonus of ONE fixture by player id, from the rows of all its players (game rules 3). Players are ranked
 * by BPS: rank 1 gets 3, rank 2 gets 2, rank 3 gets 1; ties share a rank (1, 1, 3). Players with 0 BPS or less are not ranked.
 * Empty once any row has bonus.
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
 * Groups the rows of a gameweek by player and adds provisional bonus. Build it once per feed change and share it between teams.
 * @param checked the scores are final, so no fixture has provisional bonus: an abandoned match never gets bonus
 */
export function buildScoreBook(rows: readonly FixtureScore[], checked = false): ScoreBook {
  const book = new Map<number, PlayerScore[]>();
  for (const fixtureRows of groupBy(rows, (row) => row.fixture).values()) {
    const provisional = checked ? NO_BONUS : provisionalBonus(fixtureRows);
    for (const row of fixtureRows) {
      const score = { ...row, provisional_bonus: provisional.get(row.player) ?? 0 };
      const scores = book.get(row.player);
      if (scores) scores.push(score);
      else book.set(row.player, [score]);
    }
  }
  return book;
}

const NO_BONUS: ReadonlyMap<number, number> = new Map();

function groupBy<T, K>(items: readonly T[], readKey: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(readKey(item));
    if (group) group.push(item);
    else groups.set(readKey(item), [item]);
  }
  return groups;
}
