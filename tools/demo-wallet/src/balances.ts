import type { LocalChain } from './chain.ts';

/** balanceOf(address) */
const BALANCE_OF = '0x70a08231';

/** The FOOTBALL of each address in whole tokens, e.g. "998,500"; an empty text when the chain does not say. */
export async function balancesOf(chain: LocalChain, addresses: readonly string[]): Promise<string[]> {
  const { token } = await chain.facts();
  const unit = 10n ** BigInt(token.decimals);
  return Promise.all(
    addresses.map(async (address) => {
      const data = BALANCE_OF + address.slice(2).padStart(64, '0');
      const answer = await chain.call('eth_call', [{ to: token.address, data }, 'latest']).catch(() => null);
      return typeof answer === 'string' ? (BigInt(answer) / unit).toLocaleString('en-GB') : '';
    }),
  );
}
