import { standingsChanged } from '@touchline/api/events/games';
import { insertEntries } from '@touchline/games/entries/entries.store';
import { createEntryId } from '@touchline/games/entries/entry-id';
import type { Database } from '@touchline/service-kit/data/database';
import { buildOutboxRow } from '@touchline/service-kit/messaging/outbox';

type Row = Parameters<typeof insertEntries>[2][number];

/** Copies a row for a new wallet. */
export const buildRow = (row: Row, n: number): Row => ({
  ...row,
  entry: {
    ...row.entry,
    id: createEntryId(Date.now()),
    wallet_address: `0xeeee${n.toString(16).padStart(36, '0')}`,
  },
});

/** Measures inserts per second with the product's statement and tables, without HTTP, sessions and rules. */
export async function measureInserts(
  db: Database,
  game: string,
  rows: readonly Row[],
  { perTransaction, connections }: { perTransaction: number; connections: number },
): Promise<number> {
  const event = buildOutboxRow(standingsChanged, { game_id: game, gameweek: null });
  const before = performance.now();
  let next = 0;
  const insertBatches = async () => {
    for (;;) {
      const batch = rows.slice(next, next + perTransaction);
      next += perTransaction;
      if (batch.length === 0) return;
      await db.transaction((trx) => insertEntries(trx, game, batch, event));
    }
  };
  await Promise.all(Array.from({ length: connections }, insertBatches));
  return (rows.length / (performance.now() - before)) * 1000;
}
