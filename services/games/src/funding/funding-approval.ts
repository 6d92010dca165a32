import type { StoredSettlement } from '../awards/settlements.store.ts';
import type { StoredGame } from '../games/game.ts';
import { isReclaimed } from '../results/result-document.ts';
import type { TokenLimit } from './prize-settings.ts';

/** Tokens that the treasury has to send to the vault. */
export interface DueFunding {
  /** REFILL: the owner of the vault took the unclaimed prizes back. */
  kind: 'SETTLE' | 'REFILL';
  /** Address of the token, in lower case. */
  token: string;
  /** Wei. */
  amount: bigint;
  /** Everything that is sent, as an approval records it. The root binds chain, vault, game, winners and amounts. */
  call: string;
}

export interface FundingLimits {
  /** Funding more than this needs the approval of a second administrator. */
  fundingApprovalAbove: TokenLimit;
  adminWallets: readonly string[];
}

/** @returns null if there is nothing to fund: the prizes are in review, funded or empty */
export function findDueFunding(game: StoredGame, settlement: StoredSettlement): DueFunding | null {
  const { root, total, paid_amount } = settlement;
  if (root === null || game.prizes.state !== 'SETTLED') return null;
  const kind = isReclaimed(settlement) ? 'REFILL' : 'SETTLE';
  const amount = kind === 'REFILL' ? total - paid_amount : total;
  const { address: token } = game.prizes.plan.token;
  return { kind, token, amount, call: [kind, root, token, amount].join(' ') };
}

/** Finds who approved exactly this funding and is still an administrator; null without such an approval. */
export function findFundingApprover(
  { adminWallets }: Pick<FundingLimits, 'adminWallets'>,
  { call }: DueFunding,
  { funding_approved_by, funding_approved_call }: StoredSettlement,
): string | null {
  if (funding_approved_by === null || funding_approved_call !== call) return null;
  return includesWallet(adminWallets, funding_approved_by) ? funding_approved_by : null;
}

/** Returns true if a funding needs an approval. An amount equal to the limit needs none. */
export const exceedsLimit = (
  { fundingApprovalAbove }: FundingLimits,
  { token, amount }: Pick<DueFunding, 'token' | 'amount'>,
): boolean => amount > fundingApprovalAbove(token);

export const includesWallet = (wallets: readonly string[], wallet: string): boolean =>
  wallets.some((each) => isSameWallet(each, wallet));

/** Compares two wallets, in any spelling of the address. */
export const isSameWallet = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();
