import { remotes } from '@touchline/api/http/remotes';
import type { Product } from '@touchline/local-stack/product';

/** The version of a remote that the next new visitor gets. */
export async function offered({ api }: Product, remote = 'mf-staking'): Promise<string | undefined> {
  return (await api.request(remotes)).remotes.find(({ name }) => name === remote)?.version;
}
