import type { Knex } from 'knex';

/** Adds columns that decide how long a seat is held for a hash, and when the payment is checked again. */
export async function seatHolds(db: Knex): Promise<void> {
  await db.raw(SEAT_HOLDS);
}

const SEAT_HOLDS = `
  -- known_at: time at which an RPC first knew the reported payment; missing_at: time at which the chain last did not know it;
  -- checks: number of checks by the payment worker; next_check_at: earliest time of the next check.
  alter table reservations add column known_at timestamptz, add column missing_at timestamptz,
    add column checks integer not null default 0, add column next_check_at timestamptz;
  update reservations set known_at = submitted_at where state = 'SUBMITTED';
  alter table reservations drop column checked_at;
`;
