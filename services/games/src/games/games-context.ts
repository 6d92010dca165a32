import type { RosterPlayer } from '@touchline/api/http/entries';
import type { TransferReader } from '@touchline/chain-ledger/transfer-reader';
import type { Calendar } from '@touchline/rules/calendar';
import type { OwnerDeps } from '@touchline/service-kit/administration/owner-requests';
import type { Database } from '@touchline/service-kit/data/database';
import type { ServiceResources } from '@touchline/service-kit/http/app';
import type { Knex } from 'knex';
import type { Seasons } from '../football/seasons.ts';
import type { Seals } from '../seals.ts';
import type { Fees } from './game.ts';
import type { GameWrites } from './game-writes.ts';

/**
 * Encodes rosters as player numbers in hex; new players are stored and numbered. The caller must have locked a game's row and must
 * not lock another game afterwards.
 */
export type NumberRosters = (
  trx: Knex.Transaction,
  rosters: readonly (readonly RosterPlayer[])[],
) => Promise<string[]>;

/** Resources and settings of the process. */
export interface Resources extends ServiceResources, OwnerDeps {
  /** Separate pool for reads into memory. Transactions wait for these reads, so they must not use up the first pool. */
  readDb: Database;
  calendar: Calendar;
  seals: Seals;
  fees: Fees;
  /** Reads transfers of the token; entry fees go to `fees.recipient`. */
  transfers: TransferReader;
  /** Epoch ms. */
  now: () => number;
}

/** Dependencies of every module that changes games. */
export interface GamesContext extends Pick<Resources, 'db' | 'seals' | 'calendar' | 'now'> {
  writes: GameWrites;
  seasons: Seasons;
  numberRosters: NumberRosters;
}
