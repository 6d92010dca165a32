import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@touchline/api/client';
import { TouchlineError } from '@touchline/api/errors';
import { requireParticipation, joinGame } from '@touchline/api/http/entries';
import type { Bootstrap } from '@touchline/api/http/fpl';
import { reserve } from '@touchline/api/http/reservations';
import { randomTeam } from '@touchline/local-stack/clients/random-team';
import { signedInClient } from '@touchline/local-stack/clients/signed-in';
import { rpc } from '@touchline/local-stack/dependencies/json-rpc';
import type { Product } from '@touchline/local-stack/product';
import { encodeFunctionData, erc20Abi, type Hex, parseEther } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { loopbackAddress, fetchFrom } from './addresses.ts';

const NETWORK = 20;
let addresses = 0;

/** A player who has signed in, by default from an address of his own. */
export async function newPlayer(
  { url }: Product,
  { account, address }: { account?: PrivateKeyAccount; address?: string } = {},
): Promise<Client> {
  addresses += 1;
  const send = fetchFrom(address ?? loopbackAddress(NETWORK, addresses));
  return (await signedInClient(`${url}/api`, account, send)).client;
}

/** Times of joins in ms, and what refused the others. */
export interface Joins {
  times: number[];
  refused: string[];
}

/** Each of the players joins the free game, one every `everyMs`, whether the one before has been answered or not. */
export async function joinOneByOne(
  players: readonly Client[],
  game: string,
  football: Bootstrap,
  everyMs: number,
): Promise<Joins> {
  const joins: Joins = { times: [], refused: [] };
  const join = async (client: Client, index: number) => {
    const body = randomTeam(football, `Honest ${index}`);
    const since = performance.now();
    try {
      requireParticipation(await client.request(joinGame, { params: { id: game }, body }));
      joins.times.push(performance.now() - since);
    } catch (error) {
      joins.refused.push(error instanceof TouchlineError ? error.code : String(error));
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

/** What became of a player who wants a seat in a tournament. */
export interface Seat {
  /** How many calls answered that the tournament is full. */
  full: number;
  /** Seconds until he held a seat, and until his payment had made it his. */
  heldAfter: number;
  joinedAfter: number;
}

/** Tries once a second to reserve a seat, pays from one of the chain's accounts, and joins. @throws when it takes too long */
export async function takeSeat(
  { chain }: Product,
  client: Client,
  payer: Hex,
  { game, football, fee, patienceMs }: { game: string; football: Bootstrap; fee: string; patienceMs: number },
): Promise<Seat> {
  const since = performance.now();
  const seconds = () => (performance.now() - since) / 1000;
  const team = randomTeam(football, 'Patient');
  const params = { id: game };
  let full = 0;
  const repeated = async <T>(call: () => Promise<T | null>): Promise<T> => {
    while (performance.now() - since < patienceMs) {
      const answer = await call();
      if (answer) return answer;
      await sleep(1_000);
    }
    throw new Error(`no seat within ${patienceMs / 1000} s`);
  };
  await repeated(() =>
    client.request(reserve, { params, body: team }).catch((error: TouchlineError) => {
      if (error.code !== 'GAME_FULL') throw error;
      full += 1;
      return null;
    }),
  );
  const heldAfter = seconds();
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [chain.treasury, parseEther(fee)],
  });
  const transfer = [{ from: payer, to: chain.token, data }];
  const transaction_hash = String(await rpc(chain.rpcUrl, 'eth_sendTransaction', transfer));
  const body = { ...team, transaction_hash };
  await repeated(async () => {
    const answer = await client.request(joinGame, { params, body });
    return 'participation' in answer ? answer : null;
  });
  return { full, heldAfter, joinedAfter: seconds() };
}
