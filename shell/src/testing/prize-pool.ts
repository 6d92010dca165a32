import { getSettlementFunding, listUnpaidPrizes } from '@touchline/api/http/admin-prizes';
import { footballAbi, prizeVaultAbi } from '@touchline/contracts/abi';
import { deployPrizeVault } from '@touchline/contracts/deploy';
import { buildPrizeTree, type PrizeLeaf, prizeGameKey, proveLeaf } from '@touchline/contracts/prize-tree';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { rpc } from '@touchline/local-stack/dependencies/json-rpc';
import { encodeFunctionData } from 'viem';
import type { TransferSuite } from './transfer-suite.ts';

/** Deploys a vault of account 1, and builds a game whose prizes, `total` wei, go to accounts 2 and 3. */
export async function createPrizePool({ chain, account }: TransferSuite, gameId: string, total: bigint) {
  const { privateKey } = chain.accounts[1]!;
  const options = { rpcUrl: chain.rpcUrl, privateKey, owner: account(1), delaySeconds: 0 };
  const { address: vault } = await deployPrizeVault(options);
  const gameKey = prizeGameKey(gameId);
  const leaves = [2, 3].map(
    (winner, index): PrizeLeaf => ({
      chainId: BigInt(chain.chainId),
      vault,
      game: gameKey,
      index: BigInt(index),
      account: account(winner),
      amount: total / 2n,
    }),
  );
  const tree = await buildPrizeTree(leaves);
  return {
    vault,
    gameKey,
    fakeFunding(sender = account(1), rest: bigint | null = null) {
      const args = [gameKey, chain.token, tree.root, total] as const;
      const approval = [vault, rest ?? total] as const;
      const approve = encodeFunctionData({ abi: footballAbi, functionName: 'approve', args: approval });
      const refill = encodeFunctionData({ abi: prizeVaultAbi, functionName: 'refill', args: [gameKey] });
      return fakeResponse(getSettlementFunding, {
        chain_id: chain.chainId,
        sender,
        vault,
        game_key: gameKey,
        token: { address: chain.token, symbol: 'FOOTBALL', decimals: 18 },
        root: tree.root,
        total: (rest ?? total).toString(),
        approve: { to: chain.token, data: approve },
        settle: { to: vault, data: encodeFunctionData({ abi: prizeVaultAbi, functionName: 'settle', args }) },
        refill: rest === null ? null : { to: vault, data: refill },
      });
    },
    fakeUnpaid() {
      const claims = leaves.map((leaf, order) => ({ ...leaf, proof: proveLeaf(tree, order) }));
      const args = [gameKey, claims] as const;
      return fakeResponse(listUnpaidPrizes, {
        claims: claims.map(({ game, index, account: winner, amount, proof }) => ({
          chain_id: chain.chainId,
          vault,
          game_key: game,
          index: Number(index),
          account: winner,
          amount: amount.toString(),
          proof,
        })),
        call: {
          to: vault,
          data: encodeFunctionData({ abi: prizeVaultAbi, functionName: 'claimMany', args }),
        },
        next: null,
        total: 2,
        amount: total.toString(),
      });
    },
  };
}

/** Gives the wallet batches that are executed one transaction after the other. */
export function offerBatches({ chain, wallet }: TransferSuite) {
  let hashes: unknown[] = [];
  wallet.handlers.wallet_getCapabilities = () => ({});
  wallet.handlers.wallet_sendCalls = async ([request]) => {
    const { id, from, calls } = request as { id: string; from: string; calls: object[] };
    hashes = [];
    for (const call of calls)
      hashes.push(await rpc(chain.rpcUrl, 'eth_sendTransaction', [{ ...call, from }]));
    return { id };
  };
  wallet.handlers.wallet_getCallsStatus = () => ({
    status: 200,
    receipts: hashes.map((transactionHash) => ({ transactionHash })),
  });
}
