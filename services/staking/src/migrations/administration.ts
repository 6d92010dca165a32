import type { Knex } from 'knex';

/** What administrators change of a stake, and what their list of stakes is kept up to date by. */
export async function administration(db: Knex): Promise<void> {
  await db.raw(SCHEMA);
}

const SCHEMA = `
  -- counts: false while an administrator has set the stake inactive; it stays locked, and is owed at the end of its lock.
  -- edits: how often administrators changed it.
  -- changed_in: the transaction that wrote the row last. Those below the horizon of a snapshot are complete, so that a
  -- reader that comes back with that horizon misses nothing.
  alter table stakes
    add column counts boolean not null default true,
    add column edits integer not null default 0,
    add column changed_in xid8 not null default '0';
  alter table stakes alter column changed_in set default pg_current_xact_id();
  create function note_change_of_stake() returns trigger language plpgsql as $$
  begin
    new.changed_in := pg_current_xact_id();
    return new;
  end $$;
  create trigger stakes_changed before update on stakes for each row execute function note_change_of_stake();
  create index stakes_by_change on stakes (changed_in, id);
  create index stakes_by_recorded_at on stakes (recorded_at);
`;
