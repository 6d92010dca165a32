import type { RosterPlayer } from '@touchline/api/http/entries';
import { type Database, query } from '@touchline/service-kit/data/database';

// Writes the columns `first_lineup` and `roster_numbers` of docs/schema.sql, so that a benchmark can insert a million entries in
// seconds. The games service reads them when it starts, and stops the benchmark if they are wrong.

const FIELD = 11;
const BYTES_PER_LINEUP_NUMBER = 2;
const BYTES_PER_PLAYER = 3;

/** Lineup of a team to insert; the field in slot order, with positions of the bench. */
export interface BenchLineup {
  formation: string;
  field: readonly number[];
  bench: readonly number[];
  bench_positions: readonly number[];
  captain_id: number;
  vice_captain_id: number;
}

/** Encodes a lineup: field, bench, armbands, and the digits of formation and bench positions, two bytes each. */
export function encodeLineup({ formation, ...lineup }: BenchLineup): Buffer {
  const { field, bench, captain_id, vice_captain_id, bench_positions } = lineup;
  const digits = [Number(formation.replaceAll('-', '')), Number(bench_positions.join(''))];
  const numbers = [...field, ...bench, captain_id, vice_captain_id, ...digits];
  const bytes = Buffer.alloc(numbers.length * BYTES_PER_LINEUP_NUMBER);
  for (const [place, number] of numbers.entries())
    bytes.writeUInt16BE(number, place * BYTES_PER_LINEUP_NUMBER);
  return bytes;
}

/** Decodes the players on the field of a stored lineup. */
export const decodeField = (lineup: Buffer): number[] =>
  Array.from({ length: FIELD }, (_, place) => lineup.readUInt16BE(place * BYTES_PER_LINEUP_NUMBER));

/** Stores the players of rosters. @returns the rosters as player numbers, three bytes each */
export async function storeRosters(
  db: Database,
  rosters: readonly (readonly RosterPlayer[])[],
): Promise<Buffer[]> {
  const players = [...new Set(rosters.flat().map((player) => JSON.stringify(player)))];
  const list = `[${players.join(',')}]`;
  await db.raw(
    `insert into roster_players (player) select player from jsonb_array_elements(cast(? as jsonb)) as wanted (player)
     on conflict do nothing`,
    [list],
  );
  const rows = await query<{ number: number }>(
    db,
    `select number from jsonb_array_elements(cast(? as jsonb)) with ordinality as wanted (player, place)
     join roster_players using (player) order by place`,
    [list],
  );
  const numbers = new Map(rows.map(({ number }, index) => [players[index], number]));
  return rosters.map((roster) => {
    const bytes = Buffer.alloc(roster.length * BYTES_PER_PLAYER);
    for (const [place, player] of roster.entries())
      bytes.writeUIntBE(numbers.get(JSON.stringify(player))!, place * BYTES_PER_PLAYER, BYTES_PER_PLAYER);
    return bytes;
  });
}
