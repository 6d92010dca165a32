import { preparedQuery } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import type { NumberRosters } from '../games/games-context.ts';

/** Bytes per player number in `entries.roster_numbers`. */
const BYTES = 3;
const DIGITS = 2 * BYTES;

const byte = (place: number) => `get_byte(roster_numbers, place * ${BYTES} + ${place})`;

/**
 * SQL expression for the roster in selects from `entries`, in stored order. Uses one index lookup per player; with a join Postgres
 * may scan the whole table.
 */
export const ROSTER = `(select coalesce(json_agg((
    select player from roster_players where number = ${byte(0)} * 65536 + ${byte(1)} * 256 + ${byte(2)}) order by place), '[]')
  from generate_series(0, octet_length(roster_numbers) / ${BYTES} - 1) as place)`;

/** Numbers of players in memory, by the player as JSON. A few seasons at all prices. */
const MAX_CACHED = 20_000;

/** Creates the encoder. It remembers the numbers of committed transactions, which never change. */
export function createRosterNumbers(): NumberRosters {
  const committed = new LRUCache<string, string>({ max: MAX_CACHED });
  return async (trx, rosters) => {
    const texts = rosters.map((roster) => roster.map((player) => JSON.stringify(player)));
    const numbers = new Map([...new Set(texts.flat())].map((text) => [text, committed.get(text)]));
    const unknown = [...numbers.keys()].filter((text) => numbers.get(text) === undefined);
    if (unknown.length > 0) {
      const read = (await findNumbers(trx, unknown)) ?? (await addPlayers(trx, unknown));
      for (const [text, number] of read) numbers.set(text, number);
      const remember = () => {
        for (const [text, number] of read) committed.set(text, number);
      };
      void trx.executionPromise.then(remember, () => {}); // Numbers of a rolled back transaction do not exist.
    }
    return texts.map((roster) => roster.map((text) => numbers.get(text)).join(''));
  };
}

/** Finds the numbers in hex by player; null when one of the players has none. */
async function findNumbers(
  trx: Knex.Transaction,
  players: readonly string[],
): Promise<Map<string, string> | null> {
  const rows = await preparedQuery<{ number: number | null }>(
    trx,
    'roster-numbers',
    `select number from jsonb_array_elements(cast(? as jsonb)) with ordinality as wanted (player, place)
       left join lateral (select number from roster_players where player = wanted.player limit 1) as known on true
     order by place`,
    [`[${players.join(',')}]`],
  );
  if (rows.some(({ number }) => number === null)) return null;
  return new Map(
    rows.map(({ number }, index) => [players[index]!, number!.toString(16).padStart(DIGITS, '0')]),
  );
}

/** Adds players under a lock, because two transactions that add the same players in a different order would deadlock. */
async function addPlayers(trx: Knex.Transaction, players: readonly string[]): Promise<Map<string, string>> {
  await trx.raw("select pg_advisory_xact_lock(hashtext('games'), hashtext('roster_players'))");
  await trx.raw(
    `insert into roster_players (player) select distinct player from jsonb_array_elements(cast(? as jsonb)) as wanted (player)
     where not exists (select from roster_players as known where known.player = wanted.player)`,
    [`[${players.join(',')}]`],
  );
  return (await findNumbers(trx, players))!;
}
