import { footballAbi, prizeVaultAbi } from '@touchline/contracts/abi';
import { prizeGameKey } from '@touchline/contracts/prize-tree';
import { waitForReceipt } from '@touchline/contracts/receipt';
import { testChain } from '@touchline/local-stack/testing';
import {
  type Address,
  createTestClient,
  encodeFunctionData,
  type Hex,
  http,
  publicActions,
  walletActions,
} from 'viem';
import { afterAll, beforeAll } from 'vitest';
import type { SettlementAdminDeps } from '../prizes/settlement-admin.ts';
import { type FinalGames, REVIEW_MS, wallet } from './final-games.ts';

interface Call {
  to: string;
  data: string;
}

/** A chain with a prize vault for the games of a database. Its members are available once a test runs. */
export interface VaultChain {
  chain: Awaited<ReturnType<typeof testChain>>;
  /** Address of the vault in lower case. */
  vault: string;
  /** Context of the functions of administrators. */
  admin(): SettlementAdminDeps;
  /** Sends a call of any account, and waits until it is mined. */
  send(from: string, call: Call): Promise<'success' | 'reverted'>;
  /** Calls the vault as its owner. */
  callVault(functionName: 'revoke' | 'reclaim' | 'refill', game: string): Promise<void>;
  /** Lets the vault take tokens from the treasury. */
  approve(amount: bigint): Promise<void>;
  mine(blocks: number): Promise<void>;
  /** Mines enough blocks to make everything before them irreversible. */
  mineFinal(): Promise<void>;
  /** Moves the time of the chain, and mines a block. */
  passTime(seconds: number): Promise<void>;
  readBalance(account: string): Promise<bigint>;
  /** Settles a game of five entries, whose first two win 130 and 70 FOOTBALL. */
  settleGame(): Promise<string>;
  /** Funds a settled game with the treasury. */
  fund(game: string, changes?: { root?: Hex; total?: bigint }): Promise<void>;
}

const FINAL_BLOCKS = 140;
export const ADMIN = wallet(0xad1);

/** Starts a chain for the tests of the calling file. */
export function setUpVaultChain(games: FinalGames): VaultChain {
  const suite = {} as VaultChain;
  beforeAll(async () => {
    const chain = await testChain();
    const vault = chain.vault.toLowerCase();
    Object.assign(suite, { chain, vault }, createSteps(games, chain));
  });
  afterAll(() => suite.chain?.stop());
  return suite;
}

const createAdmin = (games: FinalGames, treasury: string): SettlementAdminDeps => ({
  ...games.replica,
  treasury,
  fundingApprovalAbove: () => 10n ** 24n,
  adminWallets: [ADMIN],
});

function createSteps(games: FinalGames, chain: VaultChain['chain']) {
  const client = createTestClient({ mode: 'anvil', transport: http(chain.rpcUrl), pollingInterval: 10 })
    .extend(publicActions)
    .extend(walletActions);
  const send: VaultChain['send'] = async (from, { to, data }) => {
    const account = from as Address;
    await client.impersonateAccount({ address: account });
    const call = { account, to: to as Address, data: data as Hex, gas: 3_000_000n, chain: null };
    const hash = await client.sendTransaction(call);
    return (await waitForReceipt(client, hash)).status;
  };
  const sendAsTreasury = async (to: string, data: Hex) => {
    if ((await send(chain.treasury, { to, data })) !== 'success') throw new Error('the transaction reverted');
  };
  const approve = (amount: bigint) =>
    sendAsTreasury(
      chain.token,
      encodeFunctionData({ abi: footballAbi, functionName: 'approve', args: [chain.vault, amount] }),
    );
  const mine = (blocks: number) => client.mine({ blocks });
  const admin = () => createAdmin(games, chain.treasury);
  return {
    admin,
    send,
    approve,
    mine,
    mineFinal: () => mine(FINAL_BLOCKS),
    async passTime(seconds: number) {
      await client.increaseTime({ seconds });
      await mine(1);
    },
    callVault: async (functionName: 'revoke' | 'reclaim' | 'refill', game: string) => {
      const args = [prizeGameKey(game)] as const;
      await sendAsTreasury(chain.vault, encodeFunctionData({ abi: prizeVaultAbi, functionName, args }));
    },
    readBalance: (account: string) =>
      client.readContract({
        abi: footballAbi,
        address: chain.token,
        functionName: 'balanceOf',
        args: [account as Address],
      }),
    async settleGame() {
      const token = { address: chain.token.toLowerCase(), symbol: 'FOOTBALL', decimals: 18 };
      const game = await games.createGame([5, 4, 3, 2, 1], { token });
      const replica = games.openReplica({ vault: chain.vault.toLowerCase() });
      await games.settle(game, replica);
      games.clock.now += REVIEW_MS;
      await games.settle(game, replica);
      return game;
    },
    async fund(game: string, changes: { root?: Hex; total?: bigint } = {}) {
      const { root, total } = await games.findSettlement(game);
      const amount = changes.total ?? total;
      await approve(amount);
      const args = [prizeGameKey(game), chain.token, changes.root ?? (root as Hex), amount] as const;
      await sendAsTreasury(
        chain.vault,
        encodeFunctionData({ abi: prizeVaultAbi, functionName: 'settle', args }),
      );
    },
  };
}
