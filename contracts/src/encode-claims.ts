import { type Address, encodeFunctionData, type Hex } from 'viem';
import { prizeVaultAbi } from './abi.ts';

/** A prize with what the vault needs to pay it. */
interface Claim {
  vault: string;
  game_key: string;
  index: number;
  account: string;
  /** Wei. */
  amount: string;
  proof: readonly string[];
}

/** Encodes the call that pays several prizes of a game. */
export function encodeClaimMany(claims: readonly Claim[]): { to: string; data: Hex } | null {
  const [first] = claims;
  if (!first) return null;
  const prizes = claims.map(({ index, account, amount, proof }) => ({
    index: BigInt(index),
    account: account as Address,
    amount: BigInt(amount),
    proof: proof as Hex[],
  }));
  const args = [first.game_key as Hex, prizes] as const;
  return {
    to: first.vault,
    data: encodeFunctionData({ abi: prizeVaultAbi, functionName: 'claimMany', args }),
  };
}
