import { gameChanged, standingsChanged } from '@touchline/api/events/games';
import { computePool } from '@touchline/rules/prize-table';
import type { Database } from '@touchline/service-kit/data/database';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import type { Log } from '@touchline/service-kit/process/log';
import type { Knex } from 'knex';
import type { StoredGame } from '../games/game.ts';
import { raiseVersion } from '../games/games.store.ts';
import type { GamesContext } from '../games/games-context.ts';
import { arePrizesSettled, computeTable } from '../games/prizes.ts';
import type { Field } from './award-entries.ts';
import { isSmall } from './cancel-small-games.ts';
import { readCorrections } from './corrections.store.ts';
import { type FinalTotals, readFinalTotals, type Variant } from './final-totals.store.ts';
import type { PrizeWorker } from './prize-worker.ts';
import { readSlowly } from './read-slowly.ts';
import {
  confirmProposal,
  findSettlement,
  sumPaidFees,
  writePrizeState,
  writeProposal,
} from './settlements.store.ts';

export interface ProposalDeps extends Pick<GamesContext, 'db' | 'writes' | 'now'> {
  worker: PrizeWorker;
  log: Log;
  /** Length of the review in ms. */
  reviewMs: number;
}

/** Reads everything that a proposal depends on from one snapshot of the database. */
const readInputs = (db: Database, game: StoredGame) =>
  readSlowly(db, async (trx) => {
    const paidFees = await sumPaidFees(trx, game.id);
    const { guarantee, commission_bps: commissionBps } = game.prizes.plan;
    const pool = computePool({ guarantee: BigInt(guarantee), paidFees, commissionBps });
    const made = await readCorrections(trx, game.id);
    const corrected = await readField(trx, game, 'corrected', pool);
    const uncorrected = made.corrections > 0 ? await readField(trx, game, 'uncorrected', pool) : null;
    return { paidFees, pool, made, corrected, uncorrected };
  });

async function readField(
  trx: Knex.Transaction,
  game: StoredGame,
  variant: Variant,
  pool: bigint,
): Promise<FinalTotals & Field> {
  const totals = await readFinalTotals(trx, game, variant);
  return { ...totals, table: computeTable(game, { entrants: totals.eligible, pool }) };
}

/**
 * Proposes the prizes of a final game, or proposes them again after a correction. A game with too few entries is cancelled instead.
 * Idempotent: a version of the game that has been proposed changes nothing.
 */
export async function proposePrizes(deps: ProposalDeps, game: StoredGame): Promise<void> {
  if (!isProposable(game)) return;
  const known = await findSettlement(deps.db, game.id);
  if (known?.game_version === game.version && game.prizes.state === 'REVIEW') return;
  await updateProposal(deps, game);
}

/**
 * Computes the proposal of this version of a game. One that differs from the previous proposal replaces it and starts the review
 * again.
 */
export async function updateProposal(deps: ProposalDeps, game: StoredGame): Promise<void> {
  const since = performance.now();
  const { paidFees: paid_fees, pool, made, corrected, uncorrected } = await readInputs(deps.db, game);
  const { entries, eligible: entrants } = corrected;
  const { corrections, rescored } = made;
  const awards = await deps.worker.award({ entries, corrected, uncorrected, rescored });
  const at = deps.now();
  await deps.writes.run(game.id, async (trx, locked) => {
    // Changed in between: the next round proposes the new version.
    if (locked.version !== game.version || !isProposable(locked)) return;
    const stored = await findSettlement(trx, game.id);
    await writePrizeState(trx, game.id, { state: 'REVIEW', pool, entrants });
    if (stored?.digest === awards.digest && locked.prizes.state === 'REVIEW') {
      await confirmProposal(trx, game.id, { game_version: game.version, paid_fees, corrections });
      return;
    }
    const review_ends_at = at + deps.reviewMs;
    const { version: game_version } = await raiseVersion(trx, game.id);
    await writeProposal(trx, {
      game_id: game.id,
      game_version,
      now: at,
      review_ends_at,
      paid_fees,
      entries,
      corrections,
      awards,
    });
    await writeOutbox(trx, gameChanged, { game_id: game.id });
    await writeOutbox(trx, standingsChanged, { game_id: game.id, gameweek: null });
  });
  const ms = Math.round(performance.now() - since);
  deps.log.info({ game_id: game.id, prizes: awards.count, ms }, 'prizes computed');
}

/** True for a game with enough entries whose results are final and whose prizes are not settled. */
export const isProposable = (game: StoredGame): boolean =>
  game.settlement === 'FINAL' && game.status !== 'CANCELLED' && !arePrizesSettled(game) && !isSmall(game);
