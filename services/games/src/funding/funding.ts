import { gameChanged, prizesSettled } from '@touchline/api/events/games';
import type { Funding, VaultLedger } from '@touchline/chain-ledger/vault/vault-ledger';
import { prizeGameKey } from '@touchline/contracts/prize-tree';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import type { Log } from '@touchline/service-kit/process/log';
import type { Knex } from 'knex';
import type { Hex } from 'viem';
import { explainFundings, sumPayments } from '../awards/prizes.store.ts';
import {
  findSettlement,
  type StoredSettlement,
  writeFundingApproval,
  writePrizeState,
} from '../awards/settlements.store.ts';
import type { StoredGame } from '../games/game.ts';
import { findSettledAndUnpaid, raiseVersion } from '../games/games.store.ts';
import type { GamesContext } from '../games/games-context.ts';
import { exceedsLimit, type FundingLimits, findDueFunding, findFundingApprover } from './funding-approval.ts';

export interface FundingDeps extends FundingLimits, Pick<GamesContext, 'db' | 'writes'> {
  chainId: number;
  /** Address of the vault in lower case, and its events. */
  vault: string;
  vaultLedger: VaultLedger;
  log: Log;
}

const PROBLEMS: Readonly<Partial<Record<Funding, string>>> = {
  DIFFERENT:
    'The vault has a settlement of this game with another root, token or total. It has to be revoked before its claims open.',
  REVOKED: 'The owner of the vault took the tokens back before claims opened. The game can be funded again.',
  RECLAIMED:
    'The owner of the vault took the unclaimed prizes back. They are still owed: with refill, winners can claim again.',
};

/** State of a settlement by the events of the vault. */
interface Observed
  extends Pick<
    StoredSettlement,
    | 'claims_open_at'
    | 'funding_tx'
    | 'funding_problem'
    | 'funding_problem_tx'
    | 'funding_unapproved'
    | 'paid'
    | 'paid_amount'
  > {
  state: 'SETTLED' | 'FUNDED' | 'PAID';
}

/**
 * Follows the vault's events, and updates the settlements and the transfers of the treasury that they concern.
 * @returns true while more blocks can be read
 */
export async function followFunding(deps: FundingDeps, checked: Set<string>): Promise<boolean> {
  const { more, changed } = await deps.vaultLedger.follow();
  const keys = new Set<string>(changed);
  // Forgotten before the first update: the vault reports a change once, and an update may fail.
  for (const gameId of checked) if (keys.has(prizeGameKey(gameId))) checked.delete(gameId);
  for (const gameId of await findSettledAndUnpaid(deps.db)) {
    if (checked.has(gameId)) continue;
    await updateFunding(deps, gameId);
    checked.add(gameId);
  }
  // In every round, because the transfer may be read after the event.
  await explainFundings(deps.db);
  return more;
}

/** Compares a settlement with the vault and stores what is funded and paid. Idempotent. */
export async function updateFunding(deps: FundingDeps, gameId: string): Promise<void> {
  await deps.writes.run(gameId, async (trx, game) => {
    const settlement = await findSettlement(trx, gameId);
    if (!settlement?.root) return;
    const observed = await observe(deps, trx, game, settlement);
    if (isUnchanged(settlement, game, observed)) return;
    const { claims_open_at, paid_amount, state, ...rest } = observed;
    await trx.raw(
      `update prize_settlements set claims_open_at = :claims_open_at, funding_tx = :funding_tx,
         funding_problem = :funding_problem, funding_problem_tx = :funding_problem_tx, funding_unapproved = :funding_unapproved,
         paid = :paid, paid_amount = :paid_amount where game_id = :game`,
      {
        ...rest,
        game: gameId,
        claims_open_at: claims_open_at === null ? null : new Date(claims_open_at),
        paid_amount: paid_amount.toString(),
      },
    );
    // An approval covers one funding: after a problem with it, or once another replaces it, the next one needs another.
    const failed =
      rest.funding_problem_tx !== null && rest.funding_problem_tx !== settlement.funding_problem_tx;
    if (failed || isReplacement(game, settlement, rest))
      await writeFundingApproval(trx, gameId, { call: null, admin: null });
    if (rest.funding_unapproved && !settlement.funding_unapproved)
      deps.log.error({ game_id: gameId, transaction: rest.funding_tx }, 'prizes funded without approval');
    if (state !== game.prizes.state) {
      await raiseVersion(trx, gameId);
      await writePrizeState(trx, gameId, { state });
      await writeOutbox(trx, gameChanged, { game_id: gameId });
    }
    await writeOutbox(trx, prizesSettled, { game_id: gameId });
  });
}

async function observe(
  deps: FundingDeps,
  trx: Knex.Transaction,
  game: StoredGame,
  settlement: StoredSettlement,
): Promise<Observed> {
  const { vaultLedger, vault, chainId } = deps;
  const gameKey = prizeGameKey(game.id);
  const expected = {
    root: settlement.root as Hex,
    token: game.prizes.plan.token.address,
    total: settlement.total,
  };
  const { funding, found } = await vaultLedger.verifyFunding(trx, gameKey, expected);
  const isOurs = funding === 'SEEN' || funding === 'FUNDED' || funding === 'RECLAIMED';
  const none = { paid: 0, confirmed: 0, amount: 0n };
  const payments = isOurs ? await sumPayments(trx, { chainId, vault, gameKey }) : none;
  const isPaid = isOurs && payments.confirmed === settlement.awards;
  const seen = {
    funding_tx: isOurs && found ? found.settled.tx_hash : null,
    funding_problem: isPaid ? null : (PROBLEMS[funding] ?? null),
  };
  const last = found?.withdrawn ?? found?.settled;
  return {
    ...seen,
    state: isPaid ? 'PAID' : funding === 'FUNDED' ? 'FUNDED' : 'SETTLED',
    funding_problem_tx: seen.funding_problem !== null && last ? last.tx_hash : null,
    claims_open_at: funding === 'FUNDED' && found ? found.settled.opens_at : null,
    funding_unapproved: isUnapproved(deps, game, settlement, seen),
    paid: payments.paid,
    paid_amount: payments.amount,
  };
}

type Seen = Pick<Observed, 'funding_tx' | 'funding_problem'>;

const isFunded = ({ funding_tx, funding_problem }: Seen): boolean =>
  funding_tx !== null && funding_problem === null;

/** True when a final funding was revoked and another one took its place since it was read. The approval was for the first one. */
const isReplacement = (game: StoredGame, { funding_tx }: Seen, seen: Seen): boolean =>
  game.prizes.state === 'FUNDED' && isFunded(seen) && seen.funding_tx !== funding_tx;

/**
 * Checks the approval of a funding or refill when it is first seen, because approval, limit and administrators may change afterwards.
 * The mark remains until a revoke or a reorganisation removes the settlement.
 */
function isUnapproved(
  limits: FundingLimits,
  game: StoredGame,
  settlement: StoredSettlement,
  seen: Seen,
): boolean {
  const remains = settlement.funding_unapproved && seen.funding_tx !== null;
  if (remains) return true;
  if (isReplacement(game, settlement, seen))
    return exceedsLimit(limits, { token: game.prizes.plan.token.address, amount: settlement.total });
  if (isFunded(settlement) || !isFunded(seen)) return false;
  const due = findDueFunding(game, settlement);
  return due !== null && exceedsLimit(limits, due) && findFundingApprover(limits, due, settlement) === null;
}

const isUnchanged = (stored: StoredSettlement, game: StoredGame, observed: Observed): boolean => {
  const known = { ...stored, state: game.prizes.state };
  return (Object.keys(observed) as (keyof Observed)[]).every((field) => observed[field] === known[field]);
};
