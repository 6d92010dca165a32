import type { RosterPlayer } from '@touchline/api/http/entries';
import { query } from '@touchline/service-kit/database';
import type { Knex } from 'knex';

/** Bytes of a number of `roster_players` in `entries.roster_numbers`. */
const BYTES = 3;
const DIGITS = 2 * BYTES;

const byte = (place: number) => `get_byte(roster_numbers, place * ${BYTES} + ${place})`;

/**
 * The roster of an entry in the order of its numbers: for selects from `entries`. One look into an index for each player, where
 * a join would let Postgres read the whole table.
 */
export const ROSTER = `(select coalesce(json_agg((
    select player from roster_players where number = ${byte(0)} * 65536 + ${byte(1)} * 256 + ${byte(2)}) order by place), '[]')
  from generate_series(0, octet_length(roster_numbers) / ${BYTES} - 1) as place)`;

type Roster = readonly RosterPlayer[];

/** Thousands of entries have the same player, whose text is made once. */
const texts = new WeakMap<RosterPlayer, string>();

function textOf(player: RosterPlayer): string {
  const known = texts.get(player);
  if (known !== undefined) return known;
  const text = JSON.stringify(player);
  texts.set(player, text);
  return text;
}

/**
 * Rosters as the numbers of their players as they are now, in hex; players who were not in a team like this are numbered. To be
 * called with the row of a game locked, and by nothing that locks another game after it.
 */
export async function numberRosters(trx: Knex.Transaction, rosters: readonly Roster[]): Promise<string[]> {
  const wanted = [...new Set(rosters.flatMap((roster) => roster.map(textOf)))];
  let numbers = await numbersOf(trx, wanted);
  if (numbers.size < wanted.length) {
    await addPlayers(trx, wanted);
    numbers = await numbersOf(trx, wanted);
  }
  const hexOf = (player: RosterPlayer) => {
    const number = numbers.get(textOf(player));
    if (number === undefined) throw new Error(`no number for player ${player.id}`);
    return number.toString(16).padStart(DIGITS, '0');
  };
  return rosters.map((roster) => roster.map(hexOf).join(''));
}

/** Read each time: a number that was kept in memory could be of a transaction that never happened. */
async function numbersOf(trx: Knex.Transaction, wanted: readonly string[]): Promise<Map<string, number>> {
  const rows = await query<{ number: number | null }>(
    trx,
    `select (select number from roster_players as known where known.player = given.player)
     from unnest(cast(? as jsonb[])) with ordinality as given(player, place) order by place`,
    [[...wanted]],
  );
  return new Map(rows.flatMap(({ number }, place) => (number === null ? [] : [[wanted[place]!, number]])));
}

/** One transaction at a time: two that number the same players in another order would wait for each other. */
async function addPlayers(trx: Knex.Transaction, wanted: readonly string[]): Promise<void> {
  await trx.raw("select pg_advisory_xact_lock(hashtext('games'), hashtext('roster_players'))");
  await trx.raw(
    `insert into roster_players (player) select distinct player from unnest(cast(? as jsonb[])) as given(player)
     where not exists (select from roster_players as known where known.player = given.player)`,
    [[...wanted]],
  );
}
