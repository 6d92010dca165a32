import { pbkdf2Sync } from 'node:crypto';
import { HDKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';

/** The well-known development mnemonic. Use it for local chains only. */
export const MNEMONIC = 'test test test test test test test test test test test junk';

export const ADMIN_INDEX = 0;
export const PLAYER_INDEXES = [1, 2, 3, 4, 5, 6, 7, 8] as const;
export const TREASURY_INDEX = 9;
export const STAKING_INDEX = 10;
const ACCOUNT_COUNT = 11;

export interface ChainAccount {
  readonly index: number;
  readonly name: string;
  /** Checksummed address. */
  readonly address: `0x${string}`;
  readonly privateKey: `0x${string}`;
  /** Signs as this account. */
  readonly wallet: PrivateKeyAccount;
}

/** Account `index` of the development mnemonic (m/44'/60'/0'/0/index). */
export function chainAccount(index: number): ChainAccount {
  return accountOf(parentKey(), index);
}

/** All accounts of the local chain. */
export function chainAccounts(): ChainAccount[] {
  const parent = parentKey();
  return Array.from({ length: ACCOUNT_COUNT }, (_, index) => accountOf(parent, index));
}

/** The root key of all accounts. Node's hash derives the seed, because viem's `mnemonicToAccount` would dominate the start. */
function parentKey(): HDKey {
  const seed = pbkdf2Sync(MNEMONIC, 'mnemonic', 2048, 64, 'sha512'); // BIP-39
  return HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'/0");
}

function accountOf(parent: HDKey, index: number): ChainAccount {
  const key = parent.deriveChild(index).privateKey;
  if (!key) throw new Error(`account ${index} has no key`);
  const privateKey = `0x${Buffer.from(key).toString('hex')}` as const;
  const wallet = privateKeyToAccount(privateKey);
  return { index, name: accountName(index), address: wallet.address, privateKey, wallet };
}

function accountName(index: number): string {
  if (index === ADMIN_INDEX) return 'Admin';
  if (index === TREASURY_INDEX) return 'Treasury';
  if (index === STAKING_INDEX) return 'Staking';
  return `Player ${index}`;
}
