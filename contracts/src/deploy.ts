import {
  type Abi,
  type Address,
  createPublicClient,
  createWalletClient,
  type Hex,
  http,
  parseEther,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { footballAbi, prizeVaultAbi } from './abi.ts';
import { footballBytecode, prizeVaultBytecode, worldcoinBytecode } from './bytecode.ts';
import { waitForReceipt } from './receipt.ts';

/** One billion tokens, in wei; the deployer receives them. */
const INITIAL_SUPPLY = parseEther('1000000000');

/** A deployment waits for its receipt and rejects when the chain does not respond or the deployment reverts. */
export interface DeployOptions {
  rpcUrl: string;
  /** Pays the gas. */
  privateKey: Hex;
}

export interface VaultOptions extends DeployOptions {
  /** Settles games, revokes and reclaims; receives what it takes back. */
  owner: Address;
  /** Seconds between a settlement and the opening of its claims. */
  delaySeconds: number;
}

export interface Deployment {
  address: Address;
  transaction: Hex;
}

/** Deploys the FOOTBALL token. */
export function deployFootball(options: DeployOptions): Promise<Deployment> {
  const contract = { abi: footballAbi, bytecode: footballBytecode, args: [INITIAL_SUPPLY] } as const;
  return deploy('FOOTBALL', options, contract);
}

/** Deploys a stand-in for WLD. */
export function deployWorldcoin(options: DeployOptions): Promise<Deployment> {
  const contract = { abi: footballAbi, bytecode: worldcoinBytecode, args: [INITIAL_SUPPLY] } as const;
  return deploy('WLD', options, contract);
}

/** Deploys the prize vault. */
export function deployPrizeVault({ owner, delaySeconds, ...options }: VaultOptions): Promise<Deployment> {
  const args = [owner, delaySeconds] as const;
  return deploy('the prize vault', options, { abi: prizeVaultAbi, bytecode: prizeVaultBytecode, args });
}

async function deploy(
  name: string,
  { rpcUrl, privateKey }: DeployOptions,
  contract: { abi: Abi; bytecode: Hex; args: readonly unknown[] },
): Promise<Deployment> {
  const transport = http(rpcUrl);
  const wallet = createWalletClient({ account: privateKeyToAccount(privateKey), transport });
  const chain = createPublicClient({ transport });
  const transaction = await wallet.deployContract({ ...contract, chain: null });
  const receipt = await waitForReceipt(chain, transaction);
  if (receipt.status !== 'success' || !receipt.contractAddress)
    throw new Error(`the deployment of ${name} failed in transaction ${transaction}`);
  return { address: receipt.contractAddress, transaction };
}
