import { joinGame, requireParticipation } from '@touchline/api/http/entries';
import { bootstrap } from '@touchline/api/http/fpl';
import { type Game, listGames } from '@touchline/api/http/games';
import { randomTeam } from '@touchline/local-stack/clients/random-team';
import { signedInClient } from '@touchline/local-stack/clients/signed-in';
import type { Product } from '@touchline/local-stack/product';
import type { PrivateKeyAccount } from 'viem/accounts';

/** A team that joined over HTTP. */
export interface Joined {
  name: string;
  participation: string;
  /** Ids of its players. */
  roster: readonly number[];
  wallet: string;
}

/** The weekly game of the next gameweek. */
export async function nextWeekly({ api }: Product): Promise<Game> {
  const { games } = await api.request(listGames, {
    query: { game_type: 'WEEKLY', status: 'UPCOMING', limit: '100' },
  });
  const [next] = games.sort((a, b) => Date.parse(a.start_time) - Date.parse(b.start_time));
  if (!next) throw new Error('there is no upcoming weekly game');
  return next;
}

/** An account of the demo wallet, by index. */
export const demoAccount = ({ chain }: Product, index: number): PrivateKeyAccount =>
  chain.accounts[index]!.wallet;

/** A signed-in client of an account of the demo wallet. */
export async function demoClient(product: Product, index: number) {
  return (await signedInClient(product.url, demoAccount(product, index))).client;
}

/** Joins a free game with a random team, by default from a new wallet. */
export async function joinWith(
  { url }: Product,
  game: Game,
  name: string,
  account?: PrivateKeyAccount,
): Promise<Joined> {
  const { client, address } = await signedInClient(url, account);
  const body = randomTeam(await client.request(bootstrap), name);
  const response = await client.request(joinGame, { params: { id: game.id }, body });
  return { name, participation: requireParticipation(response).id, roster: body.roster, wallet: address };
}
