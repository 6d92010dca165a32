import { countPlacesPaid, type PrizeRow, scaleRows, sumRows } from './prize-table.ts';

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
  const places = countPlacesPaid(table);
  const payOut = createPayOut(scaleRows(table, winners.length, sumRows(table)));
  for (let start = 0; start < Math.min(places, winners.length); ) {
    const { rank } = ranking[winners[start]!]!;
    let end = start + 1;
    while (end < winners.length && ranking[winners[end]!]!.rank === rank) end += 1;
    const tied = winners.slice(start, end).sort((a, b) => ranking[a]!.joinedAt - ranking[b]!.joinedAt);
    const amount = payOut(tied.length);
    const share = amount / BigInt(tied.length);
    const withExtra = Number(amount % BigInt(tied.length));
    for (const [place, index] of tied.entries()) prizes[index] = place < withExtra ? share + 1n : share;
    start = end;
  }
  return prizes;
}

/** Returns a function that takes the next places of a table, and returns the sum of their amounts. */
function createPayOut(table: readonly PrizeRow[]): (places: number) => bigint {
  let row = 0;
  let next = 1;
  return (places) => {
    const end = next + places;
    let sum = 0n;
    while (next < end && row < table.length) {
      const { to, amount } = table[row]!;
      const taken = Math.min(end, to + 1) - next;
      sum += BigInt(taken) * amount;
      next += taken;
      if (next > to) row += 1;
    }
    return sum;
  };
}
