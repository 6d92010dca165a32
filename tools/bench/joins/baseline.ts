import { randomUUID } from 'node:crypto';
import { standingsChanged } from '@touchline/api/events/games';
import type { Database } from '@touchline/service-kit/data/database';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';

/** Copies an entry for new wallets, with the next ordinals and versions of its game. */
const COPY_ENTRY = `
  with raised as (
    update games set participants = participants + :count, version = version + :count where id = :game
    returning participants - :count as entered, version - :count as versions)
  insert into entries (id, game_id, ordinal, wallet, team_name, entry_points, joined_at, roster_numbers, digest, first_version,
    first_gameweek, first_lineup, first_commitment)
  select new.id, :game, entered + place, decode(new.wallet, 'hex'), team_name, entry_points, now(), roster_numbers, digest,
    versions + place, first_gameweek, first_lineup, first_commitment
  from raised, (select * from entries where game_id = :game limit 1) as copied,
    unnest(cast(:ids as uuid[]), cast(:wallets as text[])) with ordinality as new (id, wallet, place)`;

/**
 * Measures inserts per second into the tables of the product, with an event per transaction but without HTTP, sessions and rules.
 * @param wallets from, and how many
 */
export async function measureInserts(
  db: Database,
  game: string,
  wallets: { from: number; count: number },
  { perTransaction, connections }: { perTransaction: number; connections: number },
): Promise<number> {
  const end = wallets.from + wallets.count;
  let next = wallets.from;
  const insertBatches = async () => {
    while (next < end) {
      const batch = Array.from({ length: Math.min(perTransaction, end - next) }, (_, n) => next + n);
      next += batch.length;
      await db.transaction(async (trx) => {
        await trx.raw(COPY_ENTRY, {
          game,
          count: batch.length,
          ids: batch.map(() => createEntryId()),
          wallets: batch.map((n) => `eeee${n.toString(16).padStart(36, '0')}`),
        });
        await writeOutbox(trx, standingsChanged, { game_id: game, gameweek: null });
      });
    }
  };
  const before = performance.now();
  await Promise.all(Array.from({ length: connections }, insertBatches));
  return (wallets.count / (performance.now() - before)) * 1000;
}

/** Creates an id that starts with the time, as those of the product do: new ids are appended to their index. */
const createEntryId = () =>
  randomUUID().replace(/^.{8}-.{4}-4/, () =>
    Date.now().toString(16).padStart(12, '0').replace(/^.{8}/, '$&-').concat('-7'),
  );
