import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@touchline/api/client';
import { TouchlineError } from '@touchline/api/errors';
import { joinGame, requireParticipation } from '@touchline/api/http/entries';
import type { Bootstrap } from '@touchline/api/http/fpl';
import { reserve } from '@touchline/api/http/reservations';
import { randomTeam } from '@touchline/local-stack/clients/random-team';
import { signedInClient } from '@touchline/local-stack/clients/signed-in';
import { rpc } from '@touchline/local-stack/dependencies/json-rpc';
import { encodeTransfer } from '@touchline/local-stack/dependencies/token-transfers';
import type { Product } from '@touchline/local-stack/product';
import { type Hex, parseEther } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { fetchFrom, loopbackAddress } from './addresses.ts';

const NETWORK = 20;
let addresses = 0;

/** Signs a new player in, by default from a separate address. */
export async function signInPlayer(
  { url }: Product,
  { account, address }: { account?: PrivateKeyAccount; address?: string } = {},
): Promise<Client> {
  addresses += 1;
  const send = fetchFrom(address ?? loopbackAddress(NETWORK, addresses));
  return (await signedInClient(url, account, send)).client;
}

/** Results of joins. */
export interface Joins {
  /** Durations of successful joins in ms. */
  times: number[];
  /** Error codes of the others. */
  rejected: string[];
}

/** Joins a free game with one player every `everyMs`, independent of earlier responses. */
export async function joinAtInterval(
  players: readonly Client[],
  game: string,
  football: Bootstrap,
  everyMs: number,
): Promise<Joins> {
  const joins: Joins = { times: [], rejected: [] };
  const join = async (client: Client, index: number) => {
    const body = randomTeam(football, `Player ${index}`);
    const since = performance.now();
    try {
      requireParticipation(await client.request(joinGame, { params: { id: game }, body }));
      joins.times.push(performance.now() - since);
    } catch (error) {
      joins.rejected.push(error instanceof TouchlineError ? error.code : String(error));
    }
  };
  const all: Promise<void>[] = [];
  for (const [index, client] of players.entries()) {
    all.push(join(client, index));
    await sleep(everyMs);
  }
  await Promise.all(all);
  return joins;
}

/** Result of a player who wants a seat in a tournament. */
export interface Seat {
  /** Responses that report a full tournament. */
  fullResponses: number;
  /** Seconds until the player had reserved a seat. */
  reservedAfter: number;
  /** Seconds until the player had paid and joined. */
  joinedAfter: number;
}

/** Tries once per second to reserve a seat, then pays and joins. @throws Error after `timeoutMs` */
export async function takeSeat(
  { chain }: Product,
  client: Client,
  payer: Hex,
  { game, football, fee, timeoutMs }: { game: string; football: Bootstrap; fee: string; timeoutMs: number },
): Promise<Seat> {
  const since = performance.now();
  const seconds = () => (performance.now() - since) / 1000;
  const team = randomTeam(football, 'Waiting player');
  const params = { id: game };
  let fullResponses = 0;
  const retry = async <T>(attempt: () => Promise<T | null>): Promise<T> => {
    while (performance.now() - since < timeoutMs) {
      const result = await attempt();
      if (result) return result;
      await sleep(1_000);
    }
    throw new Error(`no seat after ${timeoutMs / 1000} s`);
  };
  await retry(() =>
    client.request(reserve, { params, body: team }).catch((error: TouchlineError) => {
      if (error.code !== 'GAME_FULL') throw error;
      fullResponses += 1;
      return null;
    }),
  );
  const reservedAfter = seconds();
  const data = encodeTransfer(chain.treasury, parseEther(fee));
  const transfer = [{ from: payer, to: chain.token, data }];
  const transaction_hash = String(await rpc(chain.rpcUrl, 'eth_sendTransaction', transfer));
  const body = { ...team, transaction_hash };
  await retry(async () => {
    const response = await client.request(joinGame, { params, body });
    return 'participation' in response ? response : null;
  });
  return { fullResponses, reservedAfter, joinedAfter: seconds() };
}
