import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Address, createPublicClient, getAddress, type Hex, http, isAddress, isHex } from 'viem';
import { prizeVaultAbi } from './abi.ts';
import { deployPrizeVault } from './deploy.ts';

const DEFAULT_DELAY_HOURS = 24;
const DEFAULT_CHAIN_ID = 480;

interface DeployVaultCommand {
  rpcUrl: string;
  chainId: number;
  owner: Address;
  delaySeconds: number;
  privateKey: Hex;
}

/** Reads the command. No message contains the key. @throws Error naming what is missing or invalid */
export function readDeployVaultCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): DeployVaultCommand {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rpc: { type: 'string' },
      chain: { type: 'string', default: String(DEFAULT_CHAIN_ID) },
      owner: { type: 'string' },
      'delay-hours': { type: 'string', default: String(DEFAULT_DELAY_HOURS) },
    },
  });
  const { rpc, owner, chain } = values;
  if (!rpc || !URL.canParse(rpc)) throw new Error('--rpc must be the URL of an RPC of the chain.');
  if (!owner || !isAddress(owner)) throw new Error('--owner must be the address of the treasury.');
  const chainId = Number(chain);
  if (!Number.isSafeInteger(chainId) || chainId <= 0) throw new Error('--chain must be the id of a chain.');
  const hours = values['delay-hours'];
  const delaySeconds = hours.trim() === '' ? Number.NaN : Number(hours) * 3_600;
  if (!Number.isSafeInteger(delaySeconds) || delaySeconds < 0 || delaySeconds > 30 * 24 * 3_600)
    throw new Error('--delay-hours must be between 0 and 720.');
  return { rpcUrl: rpc, chainId, owner: getAddress(owner), delaySeconds, privateKey: readKey(env) };
}

/** Reads the key. The path of its file is relative to the user's folder. */
function readKey(env: Readonly<Record<string, string | undefined>>): Hex {
  const { DEPLOYER_KEY_FILE: file, INIT_CWD: folder = process.cwd() } = env;
  const text = file ? readFileSync(resolve(folder, file), 'utf8') : (env.DEPLOYER_KEY ?? '');
  const key = text.trim();
  const prefixed = key.startsWith('0x') ? key : `0x${key}`;
  if (!isHex(prefixed) || prefixed.length !== 66)
    throw new Error('DEPLOYER_KEY or the file DEPLOYER_KEY_FILE must hold a private key of 32 bytes.');
  return prefixed;
}

/** Deploys the vault and reads it back. @returns what the operator must set and verify */
export async function deployVault({
  rpcUrl,
  chainId,
  owner,
  delaySeconds,
  privateKey,
}: DeployVaultCommand): Promise<string> {
  const chain = createPublicClient({ transport: http(rpcUrl) });
  const actual = await chain.getChainId();
  if (actual !== chainId)
    throw new Error(`The RPC serves chain ${actual}, not ${chainId}. Nothing was deployed.`);
  const isContract = ((await chain.getCode({ address: owner })) ?? '0x') !== '0x';
  const { address, transaction } = await deployPrizeVault({ rpcUrl, privateKey, owner, delaySeconds });
  const vault = { address, abi: prizeVaultAbi } as const;
  const deployed = {
    owner: await chain.readContract({ ...vault, functionName: 'owner' }),
    delay: await chain.readContract({ ...vault, functionName: 'delay' }),
  };
  if (deployed.owner !== owner || deployed.delay !== delaySeconds)
    throw new Error(`The vault ${address} has another owner or delay than requested. Do not use it.`);
  return [
    `PRIZE_VAULT=${address.toLowerCase()}`,
    '',
    `chain ${chainId}, transaction ${transaction}`,
    `owner ${owner}${isContract ? ', a contract' : ', which is NOT a contract: use a multisig wallet in production'}`,
    `claims open ${delaySeconds / 3_600} hours after a settlement`,
    '',
    'Verify in a block explorer, from another machine: the creation code (contracts/src/bytecode.ts), owner() and delay().',
    'The deployer has no rights in the vault. Its key is no longer needed.',
  ].join('\n');
}
