import type { Knex } from 'knex';

/** What decides how long a seat stays held for a hash, and when the chain is asked about it again. */
export async function seatHolds(db: Knex): Promise<void> {
  await db.raw(SEAT_HOLDS);
}

const SEAT_HOLDS = `
  -- known_at: when an RPC first knew the payment that was named; missing_at: when the chain last did not know it;
  -- checks: how often the payment worker has asked, next_check_at: not before this time again.
  alter table reservations add column known_at timestamptz, add column missing_at timestamptz,
    add column checks integer not null default 0, add column next_check_at timestamptz;
  update reservations set known_at = submitted_at where state = 'SUBMITTED';
  alter table reservations drop column checked_at;
`;
