import type { Knex } from 'knex';

/** Adds the columns for admin edits of stakes, and the change tracking for the admin list. */
export async function administration(db: Knex): Promise<void> {
  await db.raw(SCHEMA);
}

const SCHEMA = `
  -- counts: false while an admin has set the stake inactive; it remains locked and is paid out at the end of its lock.
  -- edits: number of admin edits.
  -- changed_in: the transaction that wrote the row last. Transactions below the horizon of a snapshot are complete, so a
  -- client that resumes from that horizon misses no change.
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
