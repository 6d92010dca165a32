import type { AdminSettlement } from '@touchline/api/http/admin-prizes';
import { findVaultSettlement } from '@touchline/chain-ledger/vault/vault-ledger';
import { footballAbi, prizeVaultAbi } from '@touchline/contracts/abi';
import { changeRejected } from '@touchline/service-kit/administration/admin-changes';
import type { Knex } from 'knex';
import { type Address, encodeFunctionData, type Hex } from 'viem';
import { type StoredSettlement, writeFundingApproval } from '../awards/settlements.store.ts';
import {
  type DueFunding,
  exceedsLimit,
  findDueFunding,
  findFundingApprover,
  isSameWallet,
} from '../funding/funding-approval.ts';
import { changeAsAdmin, type GameChangeRequest } from '../games/change-as-admin.ts';
import type { FrozenDocument } from '../results/result-document.ts';
import { findDocument } from '../results/results.store.ts';
import {
  readSettlement,
  requireSettlement,
  type SettlementAdminDeps,
  toVersion,
} from './settlement-admin.ts';

const NOTHING_TO_FUND = 'There is nothing to fund: these prizes are in review, funded or empty.';

interface ApprovalInput extends GameChangeRequest {
  /** False withdraws the approval. */
  approved: boolean;
}

/**
 * Approves the funding of a settlement above the limit, or withdraws the approval. The approval covers exactly the root, token and
 * amount that are due now, and another administrator has to send them.
 * @throws TouchlineError NOT_FOUND, STALE, CHANGE_REFUSED if nothing is to be approved or withdrawn
 */
export async function approveFunding(
  deps: SettlementAdminDeps,
  { approved, ...request }: ApprovalInput,
): Promise<AdminSettlement> {
  const { by, id } = request;
  const read = async (trx: Knex.Transaction) => {
    const { game, settlement } = await requireSettlement(trx, id);
    const due = findDueFunding(game, settlement);
    if (!due) throw changeRejected(NOTHING_TO_FUND);
    return { version: toVersion(settlement), state: { settlement, due } };
  };
  await changeAsAdmin(deps, request, read, async (trx, { settlement, due }) => {
    if (!exceedsLimit(deps, due)) throw changeRejected('No approval is needed.');
    const approver = findFundingApprover(deps, due, settlement);
    if (approved && approver !== null) throw changeRejected('The funding is already approved.');
    if (!approved && approver === null) throw changeRejected('There is no approval to withdraw.');
    const admin = approved ? by.admin.toLowerCase() : null;
    await writeFundingApproval(trx, id, { call: approved ? due.call : null, admin });
    return {
      action: approved ? 'PRIZE_FUNDING_APPROVED' : 'PRIZE_FUNDING_APPROVAL_WITHDRAWN',
      before: { approved_by: approver },
      after: { approved_by: admin, amount: due.amount.toString(), root: settlement.root },
    };
  });
  return (await readSettlement(deps, id)).settlement;
}

/**
 * Encodes the calls that fund a settlement, or refill it after a reclaim.
 * @param admin the administrator who is going to send them
 * @throws TouchlineError NOT_FOUND, CHANGE_REFUSED unless the settlement is SETTLED and approved where that is needed
 */
export async function readFunding(deps: SettlementAdminDeps, id: string, admin: string) {
  const { game, settlement } = await requireSettlement(deps.db, id);
  const document = await findDocument(deps.db, id);
  const due = findDueFunding(game, settlement);
  if (!document?.vault || !due) throw changeRejected(NOTHING_TO_FUND);
  assertApproved(deps, { due, settlement, admin });
  const { token } = document.plan;
  const approve = encodeFunctionData({
    abi: footballAbi,
    functionName: 'approve',
    args: [document.vault as Address, due.amount],
  });
  return {
    chain_id: document.chain_id,
    sender: deps.treasury,
    vault: document.vault,
    game_key: document.game_key,
    token,
    root: settlement.root!,
    total: due.amount.toString(),
    approve: { to: token.address, data: approve },
    settle: { to: document.vault, data: encodeSettle(document, settlement) },
    refill: due.kind === 'REFILL' ? { to: document.vault, data: encodeGameCall('refill', document) } : null,
  };
}

/** Encodes the call that takes back any settlement that the vault has for the game. Null once claims are open, or without one. */
export async function readRevoke({ db, now }: SettlementAdminDeps, id: string) {
  const document = await findDocument(db, id);
  if (!document?.vault) return null;
  const { vault, chain_id: chainId, game_key } = document;
  const found = await findVaultSettlement(db, { chainId, vault }, game_key as Hex);
  if (!found || found.withdrawn || found.settled.opens_at <= now()) return null;
  return { to: vault, data: encodeGameCall('revoke', document) };
}

const encodeSettle = ({ game_key, plan }: FrozenDocument, { root, total }: StoredSettlement) =>
  encodeFunctionData({
    abi: prizeVaultAbi,
    functionName: 'settle',
    args: [game_key as Hex, plan.token.address as Address, root as Hex, total],
  });

const encodeGameCall = (functionName: 'refill' | 'revoke', { game_key }: FrozenDocument) =>
  encodeFunctionData({ abi: prizeVaultAbi, functionName, args: [game_key as Hex] });

function assertApproved(
  deps: SettlementAdminDeps,
  { due, settlement, admin }: { due: DueFunding; settlement: StoredSettlement; admin: string },
): void {
  if (!exceedsLimit(deps, due)) return;
  const approver = findFundingApprover(deps, due, settlement);
  if (approver === null)
    throw changeRejected('This amount needs the approval of a second administrator before it is funded.');
  if (isSameWallet(approver, admin))
    throw changeRejected('You approved this funding. Another administrator has to send it.');
}
