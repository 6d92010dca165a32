import { gameChanged, prizesSettled } from '@touchline/api/events/games';
import { prizeGameKey } from '@touchline/contracts/prize-tree';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import { storeTree } from '../awards/prizes.store.ts';
import { isProposable, type ProposalDeps, updateProposal } from '../awards/propose.ts';
import { readSlowly } from '../awards/read-slowly.ts';
import type { SettlementTree } from '../awards/settlement-tree.ts';
import {
  findSettlement,
  readLeaves,
  type StoredSettlement,
  writePrizeState,
} from '../awards/settlements.store.ts';
import { includesWallet } from '../funding/funding-approval.ts';
import type { TokenLimit } from '../funding/prize-settings.ts';
import type { StoredGame } from '../games/game.ts';
import { raiseVersion } from '../games/games.store.ts';
import { type LockRootDeps, publishLockRoots } from '../lock-roots/publish.ts';
import { type UpsertPayouts, upsertSuspendedRefunds } from '../payments/refunds-due.ts';
import {
  freezeCoefficients,
  isHistoryPending,
  readCoefficients,
} from '../results/frozen-coefficients.store.ts';
import { buildFrozenDocument } from '../results/result-document.ts';
import type { Seals } from '../seals.ts';
import { readSettledMatches } from '../settlement/gameweek-inputs.ts';

export interface FreezeDeps extends ProposalDeps, LockRootDeps {
  seals: Pick<Seals, 'publicKey'>;
  payouts: UpsertPayouts;
  chainId: number;
  /** Address of the prize vault; null without one: prizes with an amount then stay in review. */
  vault: string | null;
  /** Corrections that move more than this need a second administrator. */
  approvalAbove: TokenLimit;
  adminWallets: readonly string[];
}

type ApprovalDeps = Pick<FreezeDeps, 'approvalAbove' | 'adminWallets'>;

/** Reason why a proposal cannot be frozen now; null if it can. */
export function findFreezeObstacle(
  deps: Pick<FreezeDeps, 'vault'> & ApprovalDeps,
  game: StoredGame,
  settlement: StoredSettlement,
  now: number,
): 'IN_REVIEW' | 'APPROVAL_NEEDED' | 'NO_VAULT' | null {
  if (settlement.review_ends_at > now) return 'IN_REVIEW';
  if (needsApproval(deps, game, settlement)) return 'APPROVAL_NEEDED';
  return settlement.awards > 0 && deps.vault === null ? 'NO_VAULT' : null;
}

/** True while corrections moved more than the limit and no second administrator has approved this proposal. */
export const needsApproval = (deps: ApprovalDeps, game: StoredGame, settlement: StoredSettlement): boolean =>
  settlement.moved > deps.approvalAbove(game.prizes.plan.token.address) &&
  findApprover(deps, settlement) === null;

/**
 * Finds who approved the corrections of this proposal; null without an approval. Until the prizes are settled, it ends when its
 * administrator is removed.
 */
export function findApprover(
  { adminWallets }: Pick<FreezeDeps, 'adminWallets'>,
  { proposal, approved_proposal, approved_by, settled_at }: StoredSettlement,
): string | null {
  if (approved_by === null || approved_proposal !== proposal) return null;
  return settled_at !== null || includesWallet(adminWallets, approved_by) ? approved_by : null;
}

/**
 * Freezes the proposal of a game whose review has ended: ranks, amounts, root, event and the refunds of suspended entries in one
 * transaction. Tree and coefficients are prepared before, because that takes long. Idempotent; a game that changed in between is
 * proposed again instead, and a coefficient that moves points changes the game.
 */
export async function freezePrizes(deps: FreezeDeps, game: StoredGame): Promise<void> {
  const proposed = await findSettlement(deps.db, game.id);
  const at = deps.now();
  if (!proposed || proposed.settled_at !== null || findFreezeObstacle(deps, game, proposed, at) !== null)
    return;
  // The result has a lock root of each kick-off.
  await publishLockRoots(deps, game, await readSettledMatches(deps.db, game.id));
  const since = performance.now();
  const [tree, coefficients] = await Promise.all([
    buildTree(deps, proposed),
    readSlowly(deps.db, async (trx) =>
      (await isHistoryPending(trx, game.id)) ? null : readCoefficients(trx, game.id),
    ),
  ]);
  // The next round freezes it, or proposes it again if the history moves points.
  if (!coefficients) return;
  // Entrants depend on entries of other games, whose changes do not raise the version of this one.
  if (game.prizes.plan.eligibility === 'ENTRANTS') await updateProposal(deps, game);
  const builtAt = performance.now();
  const isSettled = await deps.writes.run(game.id, async (trx, locked) => {
    const settlement = await findSettlement(trx, game.id);
    if (!settlement || !isProposable(locked) || !isSameProposal(settlement, proposed, locked)) return false;
    if (findFreezeObstacle(deps, locked, settlement, at) !== null) return false;
    await freezeCoefficients(trx, game.id, coefficients);
    if (tree) await storeTree(trx, game.id, tree);
    const root = tree?.root ?? null;
    const document = await buildFrozenDocument(trx, deps, locked, { ...settlement, settled_at: at, root });
    await trx.raw('update prize_settlements set settled_at = ?, root = ?, document = ? where game_id = ?', [
      new Date(at),
      root,
      JSON.stringify(document),
      game.id,
    ]);
    await raiseVersion(trx, game.id);
    await writePrizeState(trx, game.id, { state: tree ? 'SETTLED' : 'NONE' });
    await upsertSuspendedRefunds(trx, deps.payouts, game.id);
    await writeOutbox(trx, gameChanged, { game_id: game.id });
    await writeOutbox(trx, prizesSettled, { game_id: game.id });
    return true;
  });
  const [tree_ms, ms] = [builtAt - since, performance.now() - builtAt].map(Math.round);
  if (isSettled)
    deps.log.info(
      { game_id: game.id, prizes: proposed.awards, root: tree?.root, tree_ms, ms },
      'prizes settled',
    );
}

const isSameProposal = (now: StoredSettlement, before: StoredSettlement, game: StoredGame): boolean =>
  now.proposal === before.proposal && now.settled_at === null && now.game_version === game.version;

/** @returns null for a settlement without prizes */
async function buildTree(
  { db, worker, vault, chainId }: FreezeDeps,
  { game_id }: StoredSettlement,
): Promise<SettlementTree | null> {
  const leaves = await readSlowly(db, (trx) => readLeaves(trx, game_id));
  if (!leaves) return null;
  return worker.buildTree({ ...leaves, chainId, vault: vault!, game: prizeGameKey(game_id) });
}
