import type { Knex } from 'knex';

/**
 * Rewrites entries with columns ordered without padding, without dropped columns and with shorter digests. All names remain, so
 * processes of the previous version keep working.
 */
export async function packedEntries(db: Knex): Promise<void> {
  await db.raw(TABLE);
  await db.raw(CARRY_OVER);
  await db.raw(CONSTRAINTS);
  await db.raw(INDEXES);
}

const TABLE = `
  -- Same lock order as a join: game, then entries. Running joins finish and new ones wait; dropping a table locks the tables it refers to.
  lock table games in access exclusive mode;
  lock table entries in access exclusive mode;
  alter table entries rename constraint entries_wallet_game_id_key to entries_before_wallet_game_id_key;

  -- wallet: twenty bytes; digest: prefix of the join digest; roster_numbers: numbers of roster_players, three bytes each;
  -- first_version: version of the game at the join; first_lineup: as in later_lineups.
  -- Column order: wide and fixed first, mostly null last. Append new columns at the end.
  create table packed_entries (
    id uuid not null,
    game_id uuid not null,
    joined_at timestamptz not null,
    ordinal integer not null,
    first_version integer not null,
    edits integer not null default 0,
    entry_points smallint not null,
    first_gameweek smallint not null,
    wallet bytea not null,
    digest bytea not null,
    roster_numbers bytea not null,
    first_lineup bytea not null,
    team_name text not null,
    edited_version integer,
    suspended_at timestamptz,
    excluded_at timestamptz,
    excluded_by text,
    excluded_reason text,
    wallet_address text generated always as ('0x' || encode(wallet, 'hex')) virtual,
    join_digest text generated always as (encode(digest, 'hex')) virtual,
    -- Created before the rows: an index built afterwards has full pages, which would all split with the next inserts.
    constraint entries_wallet_game_id_key unique (wallet, game_id)
  );
`;

const CARRIED = `id, game_id, joined_at, ordinal, first_version, edits, entry_points, first_gameweek, wallet, roster_numbers,
  first_lineup, team_name, edited_version, suspended_at, excluded_at, excluded_by, excluded_reason`;

/** Keeps entries in the order of joining. */
const CARRY_OVER = `
  insert into packed_entries (${CARRIED}, digest) select ${CARRIED}, substr(digest, 1, 6) from entries order by joined_at;
  drop view lineup_versions;
  alter table reservations drop constraint reservations_entry_id_fkey;
  alter table later_lineups drop constraint later_lineups_entry_id_fkey;
  drop table entries;
  alter table packed_entries rename to entries;
`;

const CONSTRAINTS = `
  alter table entries add primary key (id), add unique (game_id, ordinal), add foreign key (game_id) references games,
    add check (octet_length(wallet) = 20), add check (octet_length(digest) >= 6),
    add check (octet_length(first_lineup) = 38),
    add check ((excluded_at is null) = (excluded_by is null) and (excluded_at is null) = (excluded_reason is null));
  alter table reservations add foreign key (entry_id) references entries;
  alter table later_lineups add foreign key (entry_id) references entries;
`;

const INDEXES = `
  create index suspended_entries on entries (game_id, ordinal) where suspended_at is not null;
  create index edited_entries on entries (game_id, edited_version) where edited_version is not null;
  create index excluded_entries on entries (game_id, ordinal) where excluded_at is not null;
  create index entries_by_time on entries using brin (joined_at) with (pages_per_range = 32);
  create view lineup_versions as
    select game_id, id as entry_id, first_version as game_version, ordinal, joined_at as saved_at,
      first_gameweek as effective_gameweek, first_lineup as lineup from entries
    union all
    select game_id, entry_id, game_version, ordinal, saved_at, effective_gameweek, lineup from later_lineups;
`;
