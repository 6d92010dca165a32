import type { Knex } from 'knex';

/** Adds the rank of an entry at the time a gameweek became final. */
export async function gameweekRanks(db: Knex): Promise<void> {
  await db.raw(GAMEWEEK_RANKS);
}

const GAMEWEEK_RANKS = `
  -- shared; null when suspended or unknown
  alter table entry_gameweeks add column rank integer;
`;
