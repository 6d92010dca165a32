import type { Knex } from 'knex';

/** A lineup as bytes beside its columns: what a game reads of all its lineups when it is loaded. */
export async function packedLineups(db: Knex): Promise<void> {
  await db.raw(PACKED);
}

/** Two bytes each; feed ids are below 65,536. */
const two = (value: string) => `substr(int4send(${value}), 3)`;
const each = (column: string, count: number) =>
  Array.from({ length: count }, (_, place) => two(`${column}[${place + 1}]`));

const PARTS = [
  ...each('field', 11),
  ...each('bench', 4),
  two('captain_id'),
  two('vice_captain_id'),
  two("cast(replace(formation, '-', '') as integer)"),
  two('bench_positions[1] * 1000 + bench_positions[2] * 100 + bench_positions[3] * 10 + bench_positions[4]'),
];

/** Postgres keeps the bytes up to date, for writers that do not know the column as well. */
const PACKED = `
  -- the eleven, the bench, captain, vice-captain, digits of the formation and of the bench's positions: 2 bytes each
  alter table lineups add column packed bytea not null generated always as (${PARTS.join(' || ')}) stored;

  -- A wallet's entries and its entry in a game are found by one index.
  create unique index entries_wallet_address_game_id_key on entries (wallet_address, game_id);
  alter table entries drop constraint entries_game_id_wallet_address_key;
  alter table entries add constraint entries_wallet_address_game_id_key unique using index entries_wallet_address_game_id_key;
  drop index entries_by_wallet;
`;
