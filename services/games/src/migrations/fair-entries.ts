import type { Knex } from 'knex';

/** Adds the times of a reservation that decide from when its payment counts, and the administrator who cancelled a game. */
export async function fairEntries(db: Knex): Promise<void> {
  await db.raw(FAIR_ENTRIES);
}

const FAIR_ENTRIES = `
  -- held_until: end of the unpaid hold, null for a reservation made together with its payment; told_at: time of the first
  -- report of tx_hash for this reservation; revived_at: time at which a hash was submitted after the reservation had ended.
  alter table reservations add column held_until timestamptz, add column told_at timestamptz,
    add column revived_at timestamptz;
  update reservations set held_until = case state when 'HELD' then expires_at
      else least(expires_at, fixed_at + interval '3 minutes') end,
    told_at = case when tx_hash is not null then coalesce(submitted_at, created_at) end;

  -- Wallet of the administrator who cancelled the game; null for a game without fixtures, which reopens when they return.
  alter table games add column cancelled_by text;
`;
