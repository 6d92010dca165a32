import { setNickname } from '@touchline/api/http/auth';
import { bootstrap } from '@touchline/api/http/fpl';
import { stakingTiers } from '@touchline/api/http/staking';
import { randomFrom } from '@touchline/season-replay/random';
import { signedInClient } from '../clients/signed-in.ts';
import { ADMIN_INDEX, PLAYER_INDEXES } from '../dependencies/accounts.ts';
import { waitUntil } from '../dependencies/wait.ts';
import type { Product } from '../product.ts';
import type { Manager } from './join-and-stake.ts';
import { managerName, teamName } from './names.ts';
import { createSquadPicker } from './squads.ts';
import { createPayer, demoWallet, fund } from './wallets.ts';

/** FOOTBALL for the season, tournaments and a stake. */
const BUDGET = 20_000;
/** Concurrent sign-ins and joins. The machine runs the whole product as well. */
const CONCURRENCY = 6;
/** Concurrent payments, which mostly wait for blocks. */
export const PAYMENT_CONCURRENCY = 40;

/** Signs in the demo managers, players of the demo wallet first, and funds them. */
export async function signInManagers(product: Product, size: number): Promise<Manager[]> {
  const { api, chain } = product;
  const players = chain.accounts
    .slice(PLAYER_INDEXES[0], PLAYER_INDEXES[0] + PLAYER_INDEXES.length)
    .map(({ wallet }) => wallet);
  const others = Array.from({ length: Math.max(0, size - players.length) }, (_, index) => demoWallet(index));
  const bank = await createPayer(chain, chain.accounts[ADMIN_INDEX]!.wallet);
  await fund(
    chain,
    bank,
    others.map(({ address }) => address),
    BUDGET,
  );
  const squadOf = createSquadPicker(
    await waitUntil(() => api.request(bootstrap), waitOptions('the players')),
  );
  const managers = await forEachConcurrently(
    [...players, ...others].slice(0, size),
    async (account, index) => {
      const { client } = await signedInClient(product.url, account);
      await client.request(setNickname, { body: { nickname: managerName(index) } });
      const team = squadOf(teamName(index), randomFrom(index + 1));
      return { client, payer: await createPayer(chain, account), team };
    },
  );
  const isOpen = async () => !(await api.request(stakingTiers)).closed;
  await waitUntil(isOpen, waitOptions('staking to open'));
  return managers;
}

export const waitOptions = (what: string) => ({ what, timeoutMs: 60_000, everyMs: 250 });

/** Runs `act` for every item, a limited number concurrently. */
export async function forEachConcurrently<T, R>(
  items: readonly T[],
  act: (item: T, index: number) => Promise<R>,
  concurrency = CONCURRENCY,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < items.length; index = next++)
      results[index] = await act(items[index]!, index);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return results;
}
