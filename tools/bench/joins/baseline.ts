import { standingsChanged } from '@touchline/api/events/games';
import { insertEntries } from '@touchline/games/entries/entries.store';
import { createEntryId } from '@touchline/games/entries/entry-id';
import type { Database } from '@touchline/service-kit/database';
import { buildOutboxRow } from '@touchline/service-kit/outbox';

export type Row = Parameters<typeof insertEntries>[2][number];

/** Rows for a peer: the statement and the tables of the product, without HTTP, session, rules and answer. */
export const buildRow = (row: Row, n: number): Row => ({
  ...row,
  entry: {
    ...row.entry,
    id: createEntryId(Date.now()),
    wallet_address: `0xeeee${n.toString(16).padStart(36, '0')}`,
  },
});

/** How many entries a second SQL alone inserts, so many per transaction over so many connections. */
export async function measureInserts(
  db: Database,
  game: string,
  rows: readonly Row[],
  { perTransaction, connections }: { perTransaction: number; connections: number },
): Promise<number> {
  const event = buildOutboxRow(standingsChanged, { game_id: game, gameweek: null });
  const before = performance.now();
  let next = 0;
  const one = async () => {
    for (;;) {
      const some = rows.slice(next, next + perTransaction);
      next += perTransaction;
      if (some.length === 0) return;
      await db.transaction((trx) => insertEntries(trx, game, some, event));
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return (rows.length / (performance.now() - before)) * 1000;
}
