import type { MyPrize, PrizeClaim } from '@touchline/api/http/prizes';
import { toInstant } from '@touchline/api/values';
import type { Database } from '@touchline/service-kit/data/database';
import { readProofs, type StoredPrize } from '../awards/prizes.store.ts';
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

/** Converts the prizes of a wallet to API form; those that the vault has and has not paid with their claims. */
export async function toMyPrizes(db: Database, prizes: readonly StoredPrize[]): Promise<MyPrize[]> {
  return Promise.all(
    prizes.map(async (prize) => {
      const isClaimable = prize.claims_open_at !== null && prize.state === 'DUE';
      const [claim = null] = isClaimable ? await buildClaims(db, prize.game_id, [prize]) : [];
      return {
        ...prize,
        settled_at: toInstant(prize.settled_at),
        claims_open_at: prize.claims_open_at === null ? null : toInstant(prize.claims_open_at),
        reclaimed: isReclaimed(prize),
        claim,
      };
    }),
  );
}
