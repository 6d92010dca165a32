import { footballAbi } from '@touchline/contracts/abi';
import { waitForReceipt } from '@touchline/contracts/receipt';
import {
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  keccak256,
  parseEther,
  publicActions,
  walletActions,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

/** The result of `testChain` in local-stack/testing. */
export interface TestChain {
  rpcUrl: string;
  token: Hex;
  accounts: readonly { address: Hex; privateKey: Hex }[];
}

const CHAIN_ID = 480;

/** A signed transfer of 1 FOOTBALL that can be sent again after a reorganisation, with the same hash. */
export interface SignedTransfer {
  hash: Hex;
  raw: Hex;
}

/** Transfers and reorganisations on a real chain. */
export function anvilWorld(chain: TestChain) {
  const anvil = createTestClient({ mode: 'anvil', transport: http(chain.rpcUrl) })
    .extend(publicActions)
    .extend(walletActions);
  const funder = createWalletClient({
    account: privateKeyToAccount(chain.accounts[0]!.privateKey),
    transport: http(chain.rpcUrl),
  });
  const transferTo = (to: Hex) =>
    encodeFunctionData({ abi: footballAbi, functionName: 'transfer', args: [to, parseEther('1')] });

  return {
    mine: (blocks: number) => anvil.mine({ blocks }),

    /** Signs transfers from new wallets, so that each can be mined again without the others. */
    async signTransfers(count: number, recipient: Hex): Promise<SignedTransfer[]> {
      const signed: SignedTransfer[] = [];
      for (let n = 0; n < count; n++) {
        const account = privateKeyToAccount(generatePrivateKey());
        await anvil.setBalance({ address: account.address, value: parseEther('1') });
        const data = transferTo(account.address);
        await waitForReceipt(anvil, await funder.sendTransaction({ to: chain.token, data, chain: null }));
        const raw = await account.signTransaction({
          chainId: CHAIN_ID,
          nonce: 0,
          to: chain.token,
          data: transferTo(recipient),
          gas: 200_000n,
          gasPrice: 20_000_000_000n,
        });
        signed.push({ hash: keccak256(raw), raw });
      }
      return signed;
    },

    async send({ raw }: SignedTransfer): Promise<void> {
      await waitForReceipt(anvil, await anvil.sendRawTransaction({ serializedTransaction: raw }));
    },

    /** Replaces the last blocks with empty ones. */
    reorganise: (depth: number) =>
      anvil.request({ method: 'anvil_reorg', params: [depth, []] } as never) as Promise<unknown>,

    isMined: async ({ hash }: SignedTransfer) =>
      anvil.getTransactionReceipt({ hash }).then(
        () => true,
        () => false,
      ),

    /** Reads hash, block and log index of every transfer to a wallet without the code under test. */
    async transfersTo(recipient: Hex) {
      const logs = await anvil.getContractEvents({
        address: chain.token,
        abi: footballAbi,
        eventName: 'Transfer',
        args: { to: recipient },
        fromBlock: 0n,
      });
      return logs.map(({ transactionHash, blockHash, logIndex }) => ({
        tx_hash: transactionHash,
        block_hash: blockHash,
        log_index: logIndex,
      }));
    },
  };
}
