import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@touchline/api/client';
import { type JoinBody, joinGame } from '@touchline/api/http/entries';
import type { Game } from '@touchline/api/http/games';
import { reserve } from '@touchline/api/http/reservations';
import { createStake } from '@touchline/api/http/staking';
import type { Payer } from './wallets.ts';

const POLL_MS = 1_000;
const MOST_POLLS = 60;

/** Somebody of the crowd, signed in. */
export interface Manager {
  readonly client: Client;
  readonly payer: Payer;
  readonly team: JoinBody;
}

type Address = `0x${string}`;

/** Joins a free game. @returns the id of the participation */
export async function joinFree({ client, team }: Manager, game: Game): Promise<string> {
  return await joined(client, game, team);
}

/** Joins a paid game as the app does: seat, transfer, team. */
export async function joinPaid({ client, payer, team }: Manager, game: Game): Promise<string> {
  const { reservation } = await client.call(reserve, { params: { id: game.id }, body: team });
  const transaction_hash = await payer.send(reservation.recipient as Address, Number(reservation.amount));
  return await joined(client, game, { ...team, transaction_hash });
}

async function joined(client: Client, game: Game, body: JoinBody): Promise<string> {
  for (let poll = 0; poll < MOST_POLLS; poll++) {
    const answer = await client.call(joinGame, { params: { id: game.id }, body });
    if ('participation' in answer) return answer.participation.id;
    await sleep(POLL_MS);
  }
  throw new Error(`a payment for ${game.name} was not confirmed`);
}

/** Stakes whole tokens. */
export async function stake(
  { client, payer }: Manager,
  stakingWallet: Address,
  tokens: number,
): Promise<void> {
  const body = { amount: String(tokens), transaction_hash: await payer.send(stakingWallet, tokens) };
  for (let poll = 0; poll < MOST_POLLS; poll++) {
    if ('stake' in (await client.call(createStake, { body }))) return;
    await sleep(POLL_MS);
  }
  throw new Error('a stake was not confirmed');
}
