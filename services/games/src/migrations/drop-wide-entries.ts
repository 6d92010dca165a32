import type { Knex } from 'knex';

/**
 * Drops the long form of entries and lineups, which nobody writes or reads any more. Wallets and digests stay readable as text,
 * computed when they are asked for. As digests become shorter, Postgres writes the table again, without what was dropped.
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
  -- digest: how the join's begins
  alter table entries drop column roster, drop column wallet_address, drop column join_digest,
    alter column digest type bytea using substr(digest, 1, 16), add check (octet_length(digest) >= 16);
  alter table entries alter column wallet set not null, alter column digest set not null,
    alter column roster_numbers set not null, alter column first_version set not null,
    alter column first_gameweek set not null, alter column first_lineup set not null,
    add column wallet_address text generated always as ('0x' || encode(wallet, 'hex')) virtual,
    add column join_digest text generated always as (encode(digest, 'hex')) virtual;
  alter table entries add unique using index entries_wallet_game_id_key;
`;
