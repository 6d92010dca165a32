import type { RosterPlayer } from '@touchline/api/http/entries';
import type { Calendar } from '@touchline/rules/calendar';
import type { Database } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import type { Seasons } from '../football/seasons.ts';
import type { Seals } from '../seals.ts';
import type { GameWrites } from './game-writes.ts';

/**
 * Encodes rosters as player numbers in hex; new players are stored and numbered. The caller must have locked a game's row and must
 * not lock another game afterwards.
 */
export type NumberRosters = (
  trx: Knex.Transaction,
  rosters: readonly (readonly RosterPlayer[])[],
) => Promise<string[]>;

/** Dependencies of every module that changes games. */
export interface GamesContext {
  db: Database;
  writes: GameWrites;
  seasons: Seasons;
  numberRosters: NumberRosters;
  seals: Seals;
  calendar: Calendar;
  /** Epoch ms. */
  now: () => number;
}
