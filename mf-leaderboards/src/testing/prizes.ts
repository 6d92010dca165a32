import type { PrizeSummary } from '@touchline/api/http/prize-plans';
import type { GamePrizes } from '@touchline/api/http/prizes';
import { fakePrizes } from '@touchline/host/testing/fake-objects';
import { buildRow, fakeGameId } from './build.ts';

export const toWei = (tokens: number) => `${tokens}${'0'.repeat(18)}`;

/** Prize levels of game 3: first and last place, and tokens of each place. `ranks` are those of the entries on the last places. */
export function buildPrizes(
  rows: readonly [from: number, to: number, tokens: number][],
  ranks: readonly number[] = rows.map(([, to]) => to),
  fields: Partial<PrizeSummary> = {},
): GamePrizes {
  const table = rows.map(([from, to, tokens]) => ({ from, to, amount: toWei(tokens) }));
  const pool = toWei(rows.reduce((sum, [from, to, tokens]) => sum + (to - from + 1) * tokens, 0));
  return {
    game_id: fakeGameId(3),
    prizes: fakePrizes({ state: 'PROVISIONAL', pool, places_paid: rows.at(-1)?.[1] ?? 0, table, ...fields }),
    entrants: 40,
    levels: table.map((row, index) => {
      const { participation_id, wallet_address, team_name, earned_points } = buildRow(row.to);
      return {
        ...row,
        last: { rank: ranks[index]!, participation_id, wallet_address, team_name, earned_points },
      };
    }),
    review_ends_at: null,
    settled_at: null,
  };
}
