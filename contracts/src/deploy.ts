import { type Address, createPublicClient, createWalletClient, type Hex, http, parseEther } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { footballAbi } from './abi.ts';
import { footballBytecode } from './bytecode.ts';

/** One billion tokens, in wei. */
const INITIAL_SUPPLY = parseEther('1000000000');

export interface DeployOptions {
  rpcUrl: string;
  /** Pays the gas and receives the whole supply. */
  privateKey: Hex;
  /** In wei. */
  initialSupply?: bigint;
}

/**
 * Deploys the FOOTBALL token and waits for the receipt. @throws Error when the chain does not respond or the deployment
 * reverts
 */
export async function deployFootball(options: DeployOptions): Promise<{ address: Address }> {
  const transport = http(options.rpcUrl);
  const account = privateKeyToAccount(options.privateKey);
  const wallet = createWalletClient({ account, transport });
  const chain = createPublicClient({ transport, pollingInterval: 100 });
  const hash = await wallet.deployContract({
    abi: footballAbi,
    bytecode: footballBytecode,
    args: [options.initialSupply ?? INITIAL_SUPPLY],
    chain: null,
  });
  const receipt = await chain.waitForTransactionReceipt({ hash });
  if (receipt.status !== 'success' || !receipt.contractAddress)
    throw new Error(`the deployment of FOOTBALL failed in transaction ${hash}`);
  return { address: receipt.contractAddress };
}
