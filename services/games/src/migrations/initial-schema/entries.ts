/** Tables of entries and their lineups, stored compactly: wallet, digest, roster and lineups as bytes. */
export const entriesTables = `
  -- Snapshot of a player at the time a team was saved, in the format of responses; never changed or deleted. Rosters consist of
  -- these numbers, three bytes each.
  create table roster_players (
    number integer primary key generated always as identity check (number < 16777216),
    player jsonb not null unique
  );

  -- wallet: twenty bytes; digest: prefix of the join digest, which identifies a repeated join; roster_numbers: numbers of
  -- roster_players; first_version: version of the game at the join; first_lineup, first_commitment: as in later_lineups.
  -- first_batch_index, first_batch_size: place among the entries that joined with it, by default alone. They have consecutive
  -- ordinals, and their receipts share a signature.
  -- suspended_at: set while a chain reorganisation has removed the payment. edits: number of changes by administrators;
  -- edited_version: version of the game at the last change of name or entry points; excluded_at: set while an administrator
  -- excludes the entry from the standings.
  -- Column order: wide and fixed first, mostly null last, so that rows have no padding. Append new columns at the end.
  create table entries (
    id uuid primary key,
    game_id uuid not null references games,
    joined_at timestamptz not null,
    ordinal integer not null,
    first_version integer not null,
    edits integer not null default 0,
    entry_points smallint not null,
    first_gameweek smallint not null,
    first_batch_index smallint not null default 0,
    first_batch_size smallint not null default 1,
    wallet bytea not null check (octet_length(wallet) = 20),
    digest bytea not null check (octet_length(digest) >= 6),
    roster_numbers bytea not null,
    first_lineup bytea not null check (octet_length(first_lineup) = 38),
    first_commitment bytea not null check (octet_length(first_commitment) = 32),
    team_name text not null,
    edited_version integer,
    suspended_at timestamptz,
    excluded_at timestamptz,
    excluded_by text,
    excluded_reason text,
    wallet_address text generated always as ('0x' || encode(wallet, 'hex')) virtual,
    join_digest text generated always as (encode(digest, 'hex')) virtual,
    unique (wallet, game_id),
    unique (game_id, ordinal),
    check ((excluded_at is null) = (excluded_by is null) and (excluded_at is null) = (excluded_reason is null))
  );
  create index suspended_entries on entries (game_id, ordinal) where suspended_at is not null;
  create index edited_entries on entries (game_id, edited_version) where edited_version is not null;
  create index excluded_entries on entries (game_id, ordinal) where excluded_at is not null;
  -- Entries are stored in the order of joining, so a BRIN index is enough to find a time.
  create index entries_by_time on entries using brin (joined_at) with (pages_per_range = 32);

  -- Lineups saved after joining; append-only. lineup: the eleven, the bench, captain, vice-captain, digits of the formation
  -- and of the bench positions, two bytes each. Each version of the game holds one lineup, so (game, version) orders them.
  -- number: counts the versions of an entry for a gameweek, including the one it joined with. commitment: game rules 10.
  -- batch_index, batch_size: place among the consecutive versions that one transaction stored, whose receipts share a signature.
  create table later_lineups (
    game_id uuid not null references games,
    entry_id uuid not null references entries,
    game_version integer not null,
    ordinal integer not null,
    saved_at timestamptz not null,
    effective_gameweek smallint not null,
    number smallint not null,
    batch_index smallint not null,
    batch_size smallint not null,
    lineup bytea not null check (octet_length(lineup) = 38),
    commitment bytea not null check (octet_length(commitment) = 32),
    primary key (game_id, game_version)
  );
  create index later_lineups_by_entry on later_lineups (entry_id, effective_gameweek, game_version);

  create view lineup_versions as
    select game_id, id as entry_id, first_version as game_version, ordinal, joined_at as saved_at,
      first_gameweek as effective_gameweek, 1::smallint as number, first_lineup as lineup, first_commitment as commitment,
      true as joined, first_batch_index as batch_index, first_batch_size as batch_size from entries
    union all
    select game_id, entry_id, game_version, ordinal, saved_at, effective_gameweek, number, lineup,
      commitment, false, batch_index, batch_size from later_lineups;
`;
