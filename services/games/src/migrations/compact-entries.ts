import type { Knex } from 'knex';

/**
 * Stores entries compactly: wallet and digest as bytes, the roster as numbers of player snapshots, the first lineup in the entry
 * itself. The wide columns remain for processes of the previous version; triggers synchronise both formats. A later step
 * (`drop-wide-entries.ts`) removes them.
 */
export async function compactEntries(db: Knex): Promise<void> {
  await db.raw(ROSTERS);
  await db.raw(ENTRIES);
  await db.raw(LINEUPS);
  await db.raw(CARRY_OVER);
  await db.raw(FROM_PREVIOUS_VERSION);
  await db.raw(FOR_PREVIOUS_VERSION);
}

const ROSTERS = `
  -- Snapshot of a player at the time a team was saved, in the format of responses; never changed or deleted. Rosters consist of
  -- these numbers, three bytes each.
  create table roster_players (
    number integer primary key generated always as identity check (number < 16777216),
    player jsonb not null unique
  );
`;

const ENTRIES = `
  -- wallet: twenty bytes; digest: of the join; first_version: version of the game at the join; first_lineup: as in later_lineups
  alter table entries add column first_version integer, add column first_gameweek smallint,
    add column wallet bytea check (octet_length(wallet) = 20), add column digest bytea, add column roster_numbers bytea,
    add column first_lineup bytea check (octet_length(first_lineup) = 38);
  create unique index entries_wallet_game_id_key on entries (wallet, game_id);

  -- Entries are stored in the order of joining, so a BRIN index is enough to find a time.
  drop index entries_by_time;
  create index entries_by_time on entries using brin (joined_at) with (pages_per_range = 32);
`;

const LINEUPS = `
  -- Lineups saved after joining; append-only. lineup: the eleven, the bench, captain, vice-captain, digits of the formation
  -- and of the bench positions, two bytes each.
  create table later_lineups (
    game_id uuid not null references games,
    entry_id uuid not null references entries,
    game_version integer not null,
    ordinal integer not null,
    saved_at timestamptz not null,
    effective_gameweek smallint not null,
    lineup bytea not null check (octet_length(lineup) = 38),
    primary key (game_id, game_version)
  );
  create index later_lineups_by_entry on later_lineups (entry_id);
  create view lineup_versions as
    select game_id, id as entry_id, first_version as game_version, ordinal, joined_at as saved_at,
      first_gameweek as effective_gameweek, first_lineup as lineup from entries
    union all
    select game_id, entry_id, game_version, ordinal, saved_at, effective_gameweek, lineup from later_lineups;
`;

/** SQL expression that encodes a roster. Uses one index lookup per player; a join would scan the whole table for each entry. */
const NUMBERED = (roster: string) => `(
  select coalesce(string_agg(substr(int4send((select number from roster_players as known where known.player = given.player)), 2),
    '' order by place), '') from jsonb_array_elements(${roster}) with ordinality as given(player, place))`;

const CARRY_OVER = `
  insert into roster_players (player) select distinct jsonb_array_elements(roster) from entries;
  update entries set wallet = decode(substr(wallet_address, 3), 'hex'), digest = decode(join_digest, 'hex'),
    roster_numbers = ${NUMBERED('roster')}, first_version = game_version, first_gameweek = effective_gameweek,
    first_lineup = packed
  from (select distinct on (entry_id) entry_id, game_version, effective_gameweek, packed from lineups
    order by entry_id, game_version) as first
  where entry_id = entries.id;
  insert into later_lineups (game_id, entry_id, game_version, ordinal, saved_at, effective_gameweek, lineup)
    select l.game_id, l.entry_id, l.game_version, l.ordinal, l.saved_at, l.effective_gameweek, l.packed
    from lineups as l join entries on entries.id = l.entry_id where l.game_version > first_version;
`;

/** Triggers for writes of the previous version, which inserts an entry and then its first lineup in one statement. */
const FROM_PREVIOUS_VERSION = `
  create function lean_entry() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(hashtext('games'), hashtext('roster_players'));
    insert into roster_players (player) select distinct player from jsonb_array_elements(new.roster) as given(player)
      where not exists (select from roster_players as known where known.player = given.player);
    new.roster_numbers := ${NUMBERED('new.roster')};
    new.wallet := decode(substr(new.wallet_address, 3), 'hex');
    new.digest := decode(new.join_digest, 'hex');
    return new;
  end $$;
  create trigger lean_entry before insert on entries for each row when (new.wallet is null) execute function lean_entry();

  create function lean_lineup() returns trigger language plpgsql as $$
  begin
    update entries set first_version = new.game_version, first_gameweek = new.effective_gameweek, first_lineup = new.packed
      where id = new.entry_id and first_version is null;
    if not found then
      insert into later_lineups (game_id, entry_id, game_version, ordinal, saved_at, effective_gameweek, lineup)
        values (new.game_id, new.entry_id, new.game_version, new.ordinal, new.saved_at, new.effective_gameweek, new.packed);
    end if;
    return null;
  end $$;
  create trigger lean_lineup after insert on lineups for each row when (pg_trigger_depth() = 0)
    execute function lean_lineup();
`;

/** Triggers that fill the columns and the table which the previous version reads. */
const FOR_PREVIOUS_VERSION = `
  create function number_in(bytes bytea, place integer) returns integer language sql immutable as
    'select get_byte(bytes, 2 * place) * 256 + get_byte(bytes, 2 * place + 1)';
  create function numbers_in(bytes bytea, from_place integer, to_place integer) returns integer[] language sql immutable as
    'select array_agg(get_byte(bytes, 2 * place) * 256 + get_byte(bytes, 2 * place + 1) order by place)
     from generate_series(from_place, to_place) as place';

  create function full_lineup(game uuid, version integer, entry uuid, at_ordinal integer, gameweek integer, saved timestamptz,
    lineup bytea) returns void language sql as $$
    insert into lineups (game_id, game_version, entry_id, ordinal, effective_gameweek, saved_at, formation, field, bench,
      bench_positions, captain_id, vice_captain_id)
    values (game, version, entry, at_ordinal, gameweek, saved,
      array_to_string(string_to_array(number_in(lineup, 17)::text, null), '-'), numbers_in(lineup, 0, 10),
      numbers_in(lineup, 11, 14), string_to_array(number_in(lineup, 18)::text, null)::integer[], number_in(lineup, 15),
      number_in(lineup, 16))
  $$;

  create function full_entry() returns trigger language plpgsql as $$
  begin
    new.wallet_address := '0x' || encode(new.wallet, 'hex');
    new.join_digest := encode(new.digest, 'hex');
    new.roster := (select coalesce(jsonb_agg((select player from roster_players
        where number = get_byte(new.roster_numbers, 3 * place) * 65536 + get_byte(new.roster_numbers, 3 * place + 1) * 256
          + get_byte(new.roster_numbers, 3 * place + 2)) order by place), '[]')
      from generate_series(0, octet_length(new.roster_numbers) / 3 - 1) as place);
    return new;
  end $$;
  create trigger full_entry before insert on entries for each row when (new.wallet_address is null)
    execute function full_entry();

  create function full_first_lineup() returns trigger language plpgsql as $$
  begin
    perform full_lineup(new.game_id, new.first_version, new.id, new.ordinal, new.first_gameweek, new.joined_at,
      new.first_lineup);
    return null;
  end $$;
  create trigger full_first_lineup after insert on entries for each row when (new.first_version is not null)
    execute function full_first_lineup();

  create function full_later_lineup() returns trigger language plpgsql as $$
  begin
    perform full_lineup(new.game_id, new.game_version, new.entry_id, new.ordinal, new.effective_gameweek, new.saved_at,
      new.lineup);
    return null;
  end $$;
  create trigger full_later_lineup after insert on later_lineups for each row when (pg_trigger_depth() = 0)
    execute function full_later_lineup();
`;
