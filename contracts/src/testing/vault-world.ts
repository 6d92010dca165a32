import {
  type Abi,
  type Address,
  BaseError,
  type ContractFunctionArgs,
  type ContractFunctionName,
  ContractFunctionRevertedError,
  createTestClient,
  getAddress,
  type Hex,
  type HttpTransport,
  http,
  type PublicActions,
  publicActions,
  type TestClient,
  type TransactionReceipt,
  type WalletActions,
  walletActions,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { footballAbi, prizeVaultAbi } from '../abi.ts';
import { deployFootball, deployPrizeVault } from '../deploy.ts';
import { waitForReceipt } from '../receipt.ts';
import { DEPLOYER_KEY, startAnvil } from './anvil.ts';
import { type Prize, provePrizes } from './prize-list.ts';

export const CHAIN_ID = 480n;
export const DELAY_SECONDS = 3_600;
export const STRANGER: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export const OWNER: Address = privateKeyToAccount(DEPLOYER_KEY).address;

type Name = ContractFunctionName<typeof prizeVaultAbi, 'nonpayable'>;
type Args<N extends Name> = ContractFunctionArgs<typeof prizeVaultAbi, 'nonpayable', N>;

type Anvil = TestClient<'anvil', HttpTransport> & PublicActions<HttpTransport> & WalletActions;

/** With the errors that a token throws inside a call of the vault. */
const VAULT_AND_TOKEN: Abi = [...prizeVaultAbi, ...footballAbi.filter(({ type }) => type === 'error')];

/** A vault with the owner's tokens on a separate chain. */
export type VaultWorld = Awaited<ReturnType<typeof startVaultWorld>>;

export async function startVaultWorld() {
  const { rpcUrl, stop } = await startAnvil();
  const chain: Anvil = createTestClient({ mode: 'anvil', transport: http(rpcUrl), pollingInterval: 10 })
    .extend(publicActions)
    .extend(walletActions);
  const deployer = { rpcUrl, privateKey: DEPLOYER_KEY } as const;
  const deployVault = async () =>
    (await deployPrizeVault({ ...deployer, owner: OWNER, delaySeconds: DELAY_SECONDS })).address;
  const token = getAddress((await deployFootball(deployer)).address);

  /** @throws RevertError with the name of the contract's error */
  async function send(
    from: Address,
    call: { address: Address; abi: Abi; functionName: string; args: readonly unknown[] },
  ): Promise<TransactionReceipt> {
    try {
      await chain.simulateContract({ ...call, account: from });
    } catch (error) {
      throw toRevertError(error);
    }
    const hash = await chain.writeContract({ ...call, account: from, chain: null });
    return waitForReceipt(chain, hash);
  }

  return {
    rpcUrl,
    stop,
    chain,
    send,
    token,
    vault: await deployVault(),
    deployVault,
    deployFootball: async () => (await deployFootball(deployer)).address,

    /** Calls a function of the vault. */
    call<N extends Name>(vault: Address, functionName: N, args: Args<N>, from: Address = STRANGER) {
      return send(from, {
        address: vault,
        abi: VAULT_AND_TOKEN,
        functionName,
        args: args as readonly unknown[],
      });
    },

    balance: (account: Address, of: Address = token) =>
      chain.readContract({ address: of, abi: footballAbi, functionName: 'balanceOf', args: [account] }),

    remaining: (vault: Address, game: Hex) =>
      chain.readContract({ address: vault, abi: prizeVaultAbi, functionName: 'remaining', args: [game] }),

    approve: (vault: Address, amount: bigint, of: Address = token) =>
      send(OWNER, { address: of, abi: footballAbi as Abi, functionName: 'approve', args: [vault, amount] }),

    /** Settles a game as its owner. `total` differs from the sum of the prizes in tests of mistakes. */
    async settle(
      game: Hex,
      prizes: readonly Prize[],
      options: { vault?: Address; token?: Address; total?: bigint } = {},
    ) {
      const vault = options.vault ?? this.vault;
      const tree = provePrizes({ chainId: CHAIN_ID, vault, game }, prizes);
      const total = options.total ?? tree.total;
      await this.approve(vault, total, options.token);
      const receipt = await this.call(
        vault,
        'settle',
        [game, options.token ?? token, tree.root, total],
        OWNER,
      );
      return { ...tree, receipt };
    },

    async pass(seconds: number) {
      await chain.increaseTime({ seconds });
      await chain.mine({ blocks: 1 });
    },

    async openClaims() {
      await this.pass(DELAY_SECONDS);
    },
  };
}

/** The name of the custom error, or the reason of the revert. */
class RevertError extends Error {}

function toRevertError(error: unknown): unknown {
  const reverted =
    error instanceof BaseError ? error.walk((each) => each instanceof ContractFunctionRevertedError) : null;
  if (!(reverted instanceof ContractFunctionRevertedError)) return error;
  return new RevertError(reverted.reason ?? reverted.data?.errorName ?? reverted.signature ?? 'reverted');
}
