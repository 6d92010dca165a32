import type { Knex } from 'knex';

/** Where an entry stood when a gameweek became final: its rank over time. */
export async function gameweekRanks(db: Knex): Promise<void> {
  await db.raw(GAMEWEEK_RANKS);
}

const GAMEWEEK_RANKS = `
  -- shared; null for who was suspended, and where it is not known
  alter table entry_gameweeks add column rank integer;
`;
