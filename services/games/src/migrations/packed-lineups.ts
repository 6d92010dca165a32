import type { Knex } from 'knex';

/** Adds lineups as bytes, which a game reads when it is loaded. */
export async function packedLineups(db: Knex): Promise<void> {
  await db.raw(PACKED);
}

/** SQL expression of two bytes; feed ids are below 65,536. */
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

/** A generated column, so that writers of the previous version fill it too. */
const PACKED = `
  -- the eleven, the bench, captain, vice-captain, digits of the formation and of the bench positions: two bytes each
  alter table lineups add column packed bytea not null generated always as (${PARTS.join(' || ')}) stored;

  -- One index for a wallet's entries and for its entry in a game.
  create unique index entries_wallet_address_game_id_key on entries (wallet_address, game_id);
  alter table entries drop constraint entries_game_id_wallet_address_key;
  alter table entries add constraint entries_wallet_address_game_id_key unique using index entries_wallet_address_game_id_key;
  drop index entries_by_wallet;
`;
