import type { Knex } from 'knex';

/** What administrators change about entries and games, and how often points were stored. */
export async function administration(db: Knex): Promise<void> {
  await db.raw(ENTRIES);
  await db.raw(GAMES);
  await db.raw(COUNTERS);
}

const ENTRIES = `
  -- edits: raised by every change of an administrator. edited_version: of the game, when name or entry points last changed.
  -- excluded_at: an administrator took the entry out of the standings
  alter table entries add column edits integer not null default 0, add column edited_version integer,
    add column excluded_at timestamptz, add column excluded_by text, add column excluded_reason text,
    add check ((excluded_at is null) = (excluded_by is null) and (excluded_at is null) = (excluded_reason is null));
  create index edited_entries on entries (game_id, edited_version) where edited_version is not null;
  create index excluded_entries on entries (game_id, ordinal) where excluded_at is not null;
  create index entries_by_time on entries (joined_at);

  -- delta, value_before and value_after in points, of coefficient and earned points in thousandths. A coefficient counts
  -- from its gameweek on. Entry points are changed where they are; the row only tells of it.
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
  -- edits: raised by every change of an administrator. held_...: set by hand, so clock and feed leave it alone
  alter table games add column edits integer not null default 0,
    add column held_status text check (held_status in ('UPCOMING', 'ACTIVE', 'COMPLETED')),
    add column held_start boolean not null default false, add column held_end boolean not null default false;
`;

const COUNTERS = `
  -- how often points of a gameweek were stored in an hour (UTC)
  create table points_updates (
    hour timestamptz primary key,
    updates integer not null
  );
  create index transfers_by_time on ledger_transfers (block_time);
`;
