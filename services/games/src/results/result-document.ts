import type { ResultDocument, ResultWinner } from '@touchline/api/http/results';
import { toInstant } from '@touchline/api/values';
import { prizeGameKey } from '@touchline/contracts/prize-tree';
import { RULES_VERSION } from '@touchline/rules/rules-version';
import type { Database } from '@touchline/service-kit/data/database';
import type { StoredSettlement } from '../awards/settlements.store.ts';
import type { StoredGame } from '../games/game.ts';
import { computeTable, toWireTable } from '../games/prizes.ts';
import { readLockRoots } from '../lock-roots/lock-roots.store.ts';
import { toWireRoot } from '../lock-roots/proof.ts';
import type { Seals } from '../seals.ts';
import { readGameweekDigests } from '../settlement/gameweek-inputs.ts';
import { digestCoefficients } from './frozen-coefficients.store.ts';
import { type FrozenWinner, type PodiumPayment, readPodium } from './podium.store.ts';

type Payment = 'state' | 'funding' | 'prizes_paid' | 'reclaimed' | 'podium';
/** The part of a result document that never changes. */
export interface FrozenDocument extends Omit<ResultDocument, Payment> {
  /** In the order of their leaves, from 0. */
  podium: FrozenWinner[];
}

/** The payment of a settled game so far. */
export interface PaymentProgress {
  prize_state: ResultDocument['state'];
  /** Number of paid prizes. */
  paid: number;
  funding_tx: string | null;
  funding_problem: string | null;
  payments: PodiumPayment[];
}

/** The result of a settled game as stored. */
export interface StoredResult extends PaymentProgress {
  document: FrozenDocument;
  /** Epoch ms; null until the funding is final. */
  claims_open_at: number | null;
}

/** Builds the document of a settlement from the transaction that freezes it. */
export async function buildFrozenDocument(
  db: Database,
  { chainId, vault, seals }: { chainId: number; vault: string | null; seals: Pick<Seals, 'publicKey'> },
  game: StoredGame,
  settlement: StoredSettlement & { settled_at: number },
): Promise<FrozenDocument> {
  const { plan, pool, entrants } = game.prizes;
  const field = { entrants: entrants!, pool: BigInt(pool!) };
  const { min_entries, eligibility, template, rows, token, guarantee, commission_bps } = plan;
  return {
    format: 1,
    rules_version: RULES_VERSION,
    game: {
      id: game.id,
      name: game.name,
      game_type: game.game_type,
      season_id: game.season,
      entry_fee: game.entry_fee,
      start_time: toInstant(game.start),
      end_time: toInstant(game.end),
      first_gameweek: game.first_gameweek,
      last_gameweek: game.last_gameweek,
    },
    plan: { token, guarantee, commission_bps, template, rows, min_entries, eligibility },
    paid_fees: settlement.paid_fees.toString(),
    pool: pool!,
    entries: settlement.entries,
    entrants: entrants!,
    table: toWireTable(computeTable(game, field)),
    prizes: settlement.awards,
    total: settlement.total.toString(),
    gameweeks: await readGameweekDigests(db, game.id),
    coefficients_digest: await digestCoefficients(db, game.id),
    lock_roots: (await readLockRoots(db, game.id)).map(toWireRoot),
    receipt_keys: [seals.publicKey],
    settled_at: toInstant(settlement.settled_at),
    chain_id: chainId,
    vault: settlement.root === null ? null : vault,
    game_key: prizeGameKey(game.id),
    root: settlement.root,
    podium: await readPodium(db, game.id),
  };
}

/** Builds the document of a settled game with the present state of its payment. */
export function buildResultDocument(result: StoredResult): ResultDocument {
  const { document, prize_state, funding_tx, claims_open_at, paid, payments } = result;
  const funding =
    funding_tx === null || claims_open_at === null
      ? null
      : { transaction_hash: funding_tx, claims_open_at: toInstant(claims_open_at) };
  return {
    ...document,
    state: prize_state,
    funding,
    prizes_paid: paid,
    reclaimed: isReclaimed(result),
    podium: addPayments(document.podium, payments),
  };
}

/** Adds the payments that the vault has reported to the winners of a game. */
export const addPayments = (
  podium: readonly FrozenWinner[],
  payments: readonly PodiumPayment[],
): ResultWinner[] =>
  podium.map((winner, leaf) => {
    const payment = payments.find((each) => each.leaf === leaf);
    return { ...winner, state: payment?.state ?? 'DUE', transaction_hash: payment?.transaction_hash ?? null };
  });

/** True after the owner of the vault took the unclaimed prizes back: the funding is ours, and there is a problem with it. */
export const isReclaimed = ({
  funding_tx,
  funding_problem,
}: Pick<StoredSettlement, 'funding_tx' | 'funding_problem'>): boolean =>
  funding_tx !== null && funding_problem !== null;
