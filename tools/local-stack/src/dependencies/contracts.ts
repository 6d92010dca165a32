import { deployFootball, deployPrizeVault, deployWorldcoin } from '@touchline/contracts/deploy';
import { parseEther, toHex } from 'viem';
import { ADMIN_INDEX, type ChainAccount, PLAYER_INDEXES, TREASURY_INDEX } from './accounts.ts';
import { rpc } from './json-rpc.ts';
import { openSender } from './sender.ts';
import { encodeTransfer } from './token-transfers.ts';

/** The FOOTBALL of every demo player. */
const PLAYER_TOKENS = parseEther('1000000');
/** The FOOTBALL and the WLD from which the treasury pays guaranteed prizes. */
const TREASURY_TOKENS = parseEther('1000000');
/** Time in which the treasury can revoke a settlement; a day in production. */
const CLAIM_DELAY_SECONDS = 10;

type Address = `0x${string}`;

/** Addresses of our contracts on the local chain. */
export interface Contracts {
  /** The FOOTBALL token. */
  readonly token: Address;
  /** The stand-in for WLD. */
  readonly worldcoin: Address;
  /** The prize vault, owned by the treasury. */
  readonly vault: Address;
}

/** Deploys the contracts from the admin's account and funds the demo players and the treasury; requires instant mining. */
export async function deployAndFund(rpcUrl: string, accounts: readonly ChainAccount[]): Promise<Contracts> {
  const admin = accounts[ADMIN_INDEX] as ChainAccount;
  const treasury = (accounts[TREASURY_INDEX] as ChainAccount).address;
  const deployer = { rpcUrl, privateKey: admin.privateKey };
  const { address: token } = await deployFootball(deployer);
  const { address: worldcoin } = await deployWorldcoin(deployer);
  const vault = await deployPrizeVault({ ...deployer, owner: treasury, delaySeconds: CLAIM_DELAY_SECONDS });
  const { send } = openSender(rpcUrl, admin.wallet);
  for (const index of PLAYER_INDEXES)
    await send({ to: token, data: encodeTransfer((accounts[index] as ChainAccount).address, PLAYER_TOKENS) });
  await send({ to: worldcoin, data: encodeTransfer(treasury, TREASURY_TOKENS) });
  // Without a transfer: the games service would list it as a payment without a reservation and record a refund due.
  await rpc(rpcUrl, 'anvil_dealERC20', [treasury, token, toHex(TREASURY_TOKENS)]);
  return { token, worldcoin, vault: vault.address };
}
