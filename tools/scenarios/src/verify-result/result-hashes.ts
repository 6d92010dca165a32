import { createHash } from 'node:crypto';
import type { ResultDocument } from '@touchline/api/http/results';
import { buildPrizeTree, prizeGameKey } from '@touchline/contracts/prize-tree';
import type { ResultHashes } from '@touchline/rules/verify-result';
import { type Address, zeroAddress } from 'viem';

/** Builds the hash functions of a result: SHA-256 and the tree of the prize vault. */
export function buildResultHashes({
  chain_id,
  vault,
  game,
}: Pick<ResultDocument, 'chain_id' | 'vault' | 'game'>): ResultHashes {
  const shared = {
    chainId: BigInt(chain_id),
    vault: (vault ?? zeroAddress) as Address,
    game: prizeGameKey(game.id),
  };
  return {
    sha256: async (text) => createHash('sha256').update(text).digest('hex'),
    computeGameKey: prizeGameKey,
    computeRoot: async (leaves) => {
      const tree = await buildPrizeTree(
        leaves.map(({ index, account, amount }) => ({
          ...shared,
          index: BigInt(index),
          account: account as Address,
          amount,
        })),
      );
      return tree.root;
    },
  };
}
