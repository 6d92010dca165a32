import { type MyPrize, myPrizes } from '@touchline/api/http/prizes';
import { footballAbi, prizeVaultAbi } from '@touchline/contracts/abi';
import { deployPrizeVault } from '@touchline/contracts/deploy';
import { buildPrizeTree, prizeGameKey, proveLeaf } from '@touchline/contracts/prize-tree';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { rpc } from '@touchline/local-stack/dependencies/json-rpc';
import { encodeFunctionData, type Hex } from 'viem';
import { beforeAll, beforeEach, expect } from 'vitest';
import { transferSuite } from './transfer-suite.ts';

export const AMOUNT = 1_900n * 10n ** 18n;
export const ENTRY = '00000002-0000-4000-8000-000000000001';

/** Sets up a prize vault on a real local chain, and before each test a new game whose prizes it holds for accounts 1 and 2. */
export function claimSuite() {
  const page = transferSuite();
  let games = 0;
  const suite = {
    page,
    vault: '0x' as `0x${string}`,
    /** The prize of account 1, as the server reports it. */
    prize: {} as MyPrize,
    /** Sends a transaction from an account of the chain and waits until it is mined. */
    async sendFrom(from: string, to: string, data: Hex) {
      const call = (method: string, of: unknown) => rpc(page.chain.rpcUrl, method, [of]);
      const hash = await call('eth_sendTransaction', { from, to, data });
      const readReceipt = () => call('eth_getTransactionReceipt', hash);
      await expect.poll(readReceipt, { interval: 5 }).toMatchObject({ status: '0x1' });
    },
  };

  beforeAll(async () => {
    const { address: owner, privateKey } = page.chain.accounts[9]!;
    const options = { rpcUrl: page.chain.rpcUrl, privateKey, owner, delaySeconds: 0 };
    suite.vault = (await deployPrizeVault(options)).address;
  });

  beforeEach(async () => {
    const { vault } = suite;
    games += 1;
    const game = prizeGameKey(`00000001-0000-4000-8000-${String(games).padStart(12, '0')}`);
    const leaves = [1, 2].map((n) => ({
      chainId: 480n,
      vault,
      game,
      index: BigInt(n),
      account: page.account(n),
      amount: AMOUNT,
    }));
    const tree = await buildPrizeTree(leaves);
    const total = AMOUNT * 2n;
    const owner = page.chain.treasury;
    const approve = encodeFunctionData({ abi: footballAbi, functionName: 'approve', args: [vault, total] });
    const settle = encodeFunctionData({
      abi: prizeVaultAbi,
      functionName: 'settle',
      args: [game, page.chain.token, tree.root, total],
    });
    await suite.sendFrom(owner, page.chain.token, approve);
    await suite.sendFrom(owner, vault, settle);
    suite.prize = {
      game_id: ENTRY,
      game_name: 'Gameweek 1',
      participation_id: ENTRY,
      team_name: 'Team',
      rank: 1,
      entries: 2,
      token: { address: page.chain.token, symbol: 'FOOTBALL', decimals: 18 },
      amount: AMOUNT.toString(),
      state: 'DUE',
      settled_at: '2026-09-01T12:00:00.000Z',
      transaction_hash: null,
      claims_open_at: '2026-09-01T12:00:00.000Z',
      reclaimed: false,
      claim: {
        chain_id: 480,
        vault,
        game_key: game,
        index: 1,
        account: page.account(1),
        amount: AMOUNT.toString(),
        proof: proveLeaf(tree, 0),
      },
    };
    page.responses = [fakeResponse(myPrizes, () => ({ prizes: [suite.prize] }))];
  });
  return suite;
}
