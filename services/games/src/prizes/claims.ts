import type { MyPrize, PrizeClaim } from '@touchline/api/http/prizes';
import { toInstant } from '@touchline/api/values';
import { prizeVaultAbi } from '@touchline/contracts/abi';
import type { Database } from '@touchline/service-kit/data/database';
import { type Address, encodeFunctionData, type Hex } from 'viem';
import { readProofs, type StoredPrize } from './prizes.store.ts';
import { isReclaimed } from './result-document.ts';

/** Adds proofs to prizes of one game: what their claims need. */
export async function buildClaims(
  db: Database,
  gameId: string,
  prizes: readonly StoredPrize[],
): Promise<PrizeClaim[]> {
  const proofs = await readProofs(
    db,
    gameId,
    prizes.map(({ leaf }) => leaf),
  );
  return prizes.map(({ leaf, amount, wallet_address, vault, chain_id, game_key }, place) => ({
    chain_id,
    vault: vault!,
    game_key,
    index: leaf,
    account: wallet_address,
    amount,
    proof: proofs[place]!,
  }));
}

/** Encodes the call that pays several prizes of a game. */
export function encodeClaimMany(claims: readonly PrizeClaim[]): { to: string; data: string } | null {
  const [first] = claims;
  if (!first) return null;
  const data = encodeFunctionData({
    abi: prizeVaultAbi,
    functionName: 'claimMany',
    args: [
      first.game_key as Hex,
      claims.map(({ index, account, amount, proof }) => ({
        index: BigInt(index),
        account: account as Address,
        amount: BigInt(amount),
        proof: proof as Hex[],
      })),
    ],
  });
  return { to: first.vault, data };
}

/** Converts the prizes of a wallet to API form; those that the vault has and has not paid with their claims. */
export async function toMyPrizes(db: Database, prizes: readonly StoredPrize[]): Promise<MyPrize[]> {
  return Promise.all(
    prizes.map(async (prize) => {
      const isClaimable = prize.claims_open_at !== null && prize.state === 'DUE';
      const [claim = null] = isClaimable ? await buildClaims(db, prize.game_id, [prize]) : [];
      const { game_id, game_name, participation_id, team_name, rank, entries, token, amount, state } = prize;
      return {
        game_id,
        game_name,
        participation_id,
        team_name,
        rank,
        entries,
        token,
        amount,
        state,
        settled_at: toInstant(prize.settled_at),
        transaction_hash: prize.transaction_hash,
        claims_open_at: prize.claims_open_at === null ? null : toInstant(prize.claims_open_at),
        reclaimed: isReclaimed(prize),
        claim,
      };
    }),
  );
}
