import type { Leaderboard } from '@touchline/api/http/leaderboard';
import { computeShownCutOff } from '../coefficients/stake-cut-off.ts';
import { findEditableGameweek, findLatestKickoff, type Season } from '../football/season.ts';
import type { StoredGame } from '../games/game.ts';
import { computeCoefficient, type EntryTable } from './entry-table.ts';
import { isSameSeason } from './same-season.ts';
import { computeAverages, type Standings } from './standings.ts';

/**
 * Appends the entries that have joined since, if nothing else has changed. An entry without points is ranked last and moves no
 * other entry. The cost depends only on the number of new entries.
 * @returns null when the standings have to be computed
 */
export function appendNewEntries(
  known: Standings,
  game: StoredGame,
  season: Season,
  now: number,
): Standings | null {
  const { table, order } = known;
  const { count } = table;
  const added = count - known.count;
  const last = order.at(-1);
  const same =
    known.moves === table.moves &&
    isSameSeason(known.season, season, game) &&
    now < known.validUntil &&
    isSameGame(known.game, game) &&
    (last === undefined || (known.earned[last]! >= 0 && known.gross[last]! >= 0)) &&
    haveNoPoints(table, known.count, game, season);
  const bars = same ? addToZeroBar(known.distribution, added) : null;
  const columns = same ? extendColumns(known, added) : null;
  if (!bars || !columns) return null;
  fillNewEntries(known, columns, game, now);
  return {
    ...known,
    ...columns,
    game,
    season,
    count,
    distribution: bars,
    computedAt: now,
    averages: computeAverages(table, known.totals),
  };
}

/** Returns true when standings differ from the previous ones only by new entries: `appendNewEntries` keeps their memory. */
export const onlyAppended = (before: Standings, after: Standings) =>
  after.gross.buffer === before.gross.buffer;

/** Finds the rank that a new entry without points will have. */
export function findRankWithoutPoints({ order, earned, gross }: Standings): number {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const index = order[middle]!;
    if (earned[index]! > 0 || (earned[index] === 0 && gross[index]! > 0)) low = middle + 1;
    else high = middle;
  }
  return low + 1;
}

/** Returns true when no field that standings depend on has changed. */
function isSameGame(before: StoredGame, after: StoredGame): boolean {
  return (
    before.start === after.start &&
    before.end === after.end &&
    before.first_gameweek === after.first_gameweek &&
    before.last_gameweek === after.last_gameweek
  );
}

/** Returns true when no match has started that counts for the new entries; matches before their join do not count. */
function haveNoPoints(table: EntryTable, from: number, game: StoredGame, season: Season) {
  const latest = findLatestKickoff(season, game);
  for (let index = from; index < table.count; index += 1) if (table.joinedAt[index]! <= latest) return false;
  return true;
}

function addToZeroBar(bars: Leaderboard['distribution'], players: number) {
  if (players === 0) return bars;
  if (!bars.some(isAtZero)) return null;
  return bars.map((bar) => (isAtZero(bar) ? { ...bar, players: bar.players + players } : bar));
}

const isAtZero = ({ from, to }: { from: number; to: number }) => from <= 0 && 0 < to;

type Columns = Pick<Standings, (typeof COLUMNS)[number]>;

const COLUMNS = ['gross', 'earned', 'gameweekPoints', 'coefficients', 'ranks', 'order'] as const;

/** Extends the columns over their spare capacity; null when that is used up. */
function extendColumns(known: Standings, places: number): Columns | null {
  const fits = COLUMNS.every((name) => {
    const { buffer, byteOffset, byteLength, BYTES_PER_ELEMENT } = known[name];
    return byteOffset + byteLength + places * BYTES_PER_ELEMENT <= buffer.byteLength;
  });
  if (!fits) return null;
  const integers = ({ buffer, byteOffset, length }: Int32Array) =>
    new Int32Array(buffer, byteOffset, length + places);
  const { buffer, byteOffset, length } = known.coefficients;
  return {
    gross: integers(known.gross),
    earned: integers(known.earned),
    gameweekPoints: integers(known.gameweekPoints),
    ranks: integers(known.ranks),
    order: integers(known.order),
    coefficients: new Uint16Array(buffer, byteOffset, length + places),
  };
}

/** Fills the columns of new entries. Their points are zero, like the spare capacity. */
function fillNewEntries(known: Standings, columns: Columns, game: StoredGame, now: number): void {
  const { season, table } = known;
  const rank = findRankWithoutPoints(known);
  const gameweek = findEditableGameweek(season, game, now);
  const cutOff = computeShownCutOff(season, game, now);
  const ranked = known.order.length - known.count;
  for (let index = known.count; index < table.count; index += 1) {
    columns.order[index + ranked] = index;
    columns.ranks[index] = rank;
    columns.coefficients[index] = computeCoefficient(table, index, gameweek, cutOff);
  }
}
