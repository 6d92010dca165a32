import type { Knex } from 'knex';

/**
 * Drops the wide columns of entries and lineups, which are no longer read or written. Wallets and digests remain readable as
 * computed text columns. Shortening the digests makes Postgres rewrite the table without the dropped columns.
 */
export async function dropWideEntries(db: Knex): Promise<void> {
  await db.raw(LONG_FORM);
  await db.raw(ENTRIES);
}

const LONG_FORM = `
  drop trigger lean_entry on entries;
  drop trigger full_entry on entries;
  drop trigger full_first_lineup on entries;
  drop trigger full_later_lineup on later_lineups;
  drop table lineups;
  drop function lean_entry, lean_lineup, full_entry, full_first_lineup, full_later_lineup, full_lineup, numbers_in, number_in;
`;

const ENTRIES = `
  -- digest: prefix of the join digest
  alter table entries drop column roster, drop column wallet_address, drop column join_digest,
    alter column digest type bytea using substr(digest, 1, 16), add check (octet_length(digest) >= 16);
  alter table entries alter column wallet set not null, alter column digest set not null,
    alter column roster_numbers set not null, alter column first_version set not null,
    alter column first_gameweek set not null, alter column first_lineup set not null,
    add column wallet_address text generated always as ('0x' || encode(wallet, 'hex')) virtual,
    add column join_digest text generated always as (encode(digest, 'hex')) virtual;
  alter table entries add unique using index entries_wallet_game_id_key;
`;
