import { type PrizeRow, scaleRows, sumRows } from './prize-table.ts';

/** An entry of the standings as the prizes see it. */
export interface RankedEntry {
  /** Competition rank (1, 1, 3); equal for tied entries. */
  rank: number;
  /** Epoch ms. */
  joinedAt: number;
  /** False for an entry that is ranked but cannot win a prize. */
  eligible: boolean;
}

/**
 * Awards the amounts of a prize table (game rules 8). Returns the prize of each entry in wei, in the order of `ranking`. The prizes add
 * up to the sum of the table, unless no entry is eligible: then there are none.
 * @param ranking ascending by rank, without excluded entries; tied entries with the same `joinedAt` in the order of joining
 */
export function awardPrizes(ranking: readonly RankedEntry[], table: readonly PrizeRow[]): bigint[] {
  const prizes = new Array<bigint>(ranking.length).fill(0n);
  const winners = [...ranking.keys()].filter((index) => ranking[index]!.eligible);
  const rows = scaleRows(table, winners.length, sumRows(table));
  /** By place, from 0. */
  const amounts = rows.flatMap(({ from, to, amount }) => Array<bigint>(to - from + 1).fill(amount));
  for (let start = 0; start < amounts.length; ) {
    const { rank } = ranking[winners[start]!]!;
    let end = start + 1;
    while (end < winners.length && ranking[winners[end]!]!.rank === rank) end += 1;
    const tied = winners.slice(start, end).sort((a, b) => ranking[a]!.joinedAt - ranking[b]!.joinedAt);
    const amount = amounts.slice(start, end).reduce((sum, each) => sum + each, 0n);
    const share = amount / BigInt(tied.length);
    const withExtra = Number(amount % BigInt(tied.length));
    for (const [place, index] of tied.entries()) prizes[index] = place < withExtra ? share + 1n : share;
    start = end;
  }
  return prizes;
}
