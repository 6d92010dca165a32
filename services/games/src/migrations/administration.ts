import type { Knex } from 'knex';

/** Adds columns for the changes of administrators, adjustments, and a counter of stored points. */
export async function administration(db: Knex): Promise<void> {
  await db.raw(ENTRIES);
  await db.raw(GAMES);
  await db.raw(COUNTERS);
}

const ENTRIES = `
  -- edits: number of changes by administrators. edited_version: version of the game at the last change of name or entry points.
  -- excluded_at: set while an administrator excludes the entry from the standings
  alter table entries add column edits integer not null default 0, add column edited_version integer,
    add column excluded_at timestamptz, add column excluded_by text, add column excluded_reason text,
    add check ((excluded_at is null) = (excluded_by is null) and (excluded_at is null) = (excluded_reason is null));
  create index edited_entries on entries (game_id, edited_version) where edited_version is not null;
  create index excluded_entries on entries (game_id, ordinal) where excluded_at is not null;
  create index entries_by_time on entries (joined_at);

  -- delta, value_before and value_after are in points, for coefficient and earned points in thousandths. A coefficient counts
  -- from its gameweek on. Entry points are changed in their own column; their row here is only a record.
  create table adjustments (
    id bigint generated always as identity primary key,
    game_id uuid not null references games,
    ordinal integer not null,
    at timestamptz not null,
    field text not null check (field in ('entry_points', 'current_points', 'coefficient_applied', 'earned_points')),
    delta integer not null check (delta <> 0),
    value_before integer not null,
    value_after integer not null,
    from_gameweek integer,
    admin text not null,
    reason text not null,
    check ((from_gameweek is not null) = (field = 'coefficient_applied'))
  );
  create index adjustments_by_entry on adjustments (game_id, ordinal, id);
`;

const GAMES = `
  -- edits: number of changes by administrators. held_...: set by an administrator, so clock and feed do not change it
  alter table games add column edits integer not null default 0,
    add column held_status text check (held_status in ('UPCOMING', 'ACTIVE', 'COMPLETED')),
    add column held_start boolean not null default false, add column held_end boolean not null default false;
`;

const COUNTERS = `
  -- number of updates of gameweek points per hour (UTC)
  create table points_updates (
    hour timestamptz primary key,
    updates integer not null
  );
  create index transfers_by_time on ledger_transfers (block_time);
`;
