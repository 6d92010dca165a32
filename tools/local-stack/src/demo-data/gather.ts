import { createClient } from '@touchline/api/client';
import { setNickname } from '@touchline/api/http/auth';
import { bootstrap } from '@touchline/api/http/fpl';
import { stakingTiers } from '@touchline/api/http/staking';
import { randomFrom } from '@touchline/season-replay/random';
import { privateKeyToAccount } from 'viem/accounts';
import { signedInClient } from '../clients/signed-in.ts';
import { ADMIN_INDEX, PLAYER_INDEXES } from '../dependencies/accounts.ts';
import { waitUntil } from '../dependencies/wait.ts';
import type { Product } from '../product.ts';
import type { Manager } from './manager.ts';
import { managerName, teamName } from './names.ts';
import { squadMaker } from './squads.ts';
import { crowdWallet, fund, payerOf } from './wallets.ts';

/** Enough for the season, cups and a stake. */
const BUDGET = 20_000;
/** Sign-ins and joins at once: the machine has other things to do. */
const AT_ONCE = 6;
/** Payments at once: they mostly wait for blocks. */
export const PAYMENTS_AT_ONCE = 40;

/** Signs the crowd in, the players of the demo wallet first, and gives it money. */
export async function gather(product: Product, size: number): Promise<Manager[]> {
  const api = createClient({ base: `${product.url}/api` });
  const players = product.chain.accounts
    .slice(PLAYER_INDEXES[0], PLAYER_INDEXES[0] + PLAYER_INDEXES.length)
    .map(({ privateKey }) => privateKeyToAccount(privateKey));
  const others = Array.from({ length: Math.max(0, size - players.length) }, (_, index) => crowdWallet(index));
  const bank = await payerOf(
    product.chain,
    privateKeyToAccount(product.chain.accounts[ADMIN_INDEX]!.privateKey),
  );
  await fund(
    product.chain,
    bank,
    others.map(({ address }) => address),
    BUDGET,
  );
  const squadOf = squadMaker(await waitUntil(() => api.request(bootstrap), PATIENCE('the players')));
  const managers = await each([...players, ...others].slice(0, size), async (account, index) => {
    const { client } = await signedInClient(`${product.url}/api`, account);
    await client.request(setNickname, { body: { nickname: managerName(index) } });
    const team = squadOf(teamName(index), randomFrom(index + 1));
    return { client, payer: await payerOf(product.chain, account), team };
  });
  const isOpen = async () => !(await api.request(stakingTiers)).closed;
  await waitUntil(isOpen, PATIENCE('staking to open'));
  return managers;
}

export const PATIENCE = (what: string) => ({ what, timeoutMs: 60_000, everyMs: 250 });

/** Does something for all, a few at once. */
export async function each<T, R>(
  items: readonly T[],
  act: (item: T, index: number) => Promise<R>,
  atOnce = AT_ONCE,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < items.length; index = next++)
      results[index] = await act(items[index]!, index);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}
