import type { LocalChain } from './chain.ts';

/** balanceOf(address) */
const BALANCE_OF = '0x70a08231';

/** Fetches the FOOTBALL balance of each address in whole tokens, e.g. "998,500"; an empty string if the request fails. */
export async function fetchBalances(chain: LocalChain, addresses: readonly string[]): Promise<string[]> {
  const { token } = await chain.info();
  const unit = 10n ** BigInt(token.decimals);
  return Promise.all(
    addresses.map(async (address) => {
      const data = BALANCE_OF + address.slice(2).padStart(64, '0');
      const balance = await chain.call('eth_call', [{ to: token.address, data }, 'latest']).catch(() => null);
      return typeof balance === 'string' ? (BigInt(balance) / unit).toLocaleString('en-GB') : '';
    }),
  );
}
