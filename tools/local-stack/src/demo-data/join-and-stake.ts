import type { Client } from '@touchline/api/client';
import { type JoinBody, joinGame } from '@touchline/api/http/entries';
import type { Game } from '@touchline/api/http/games';
import { reserve } from '@touchline/api/http/reservations';
import { createStake } from '@touchline/api/http/staking';
import { waitUntil } from '../dependencies/wait.ts';
import type { Payer } from './wallets.ts';

/** A demo manager, signed in. */
export interface Manager {
  readonly client: Client;
  readonly payer: Payer;
  readonly team: JoinBody;
}

type Address = `0x${string}`;

/** Joins a free game. @returns the id of the participation */
export async function joinFree({ client, team }: Manager, game: Game): Promise<string> {
  return joinUntilEntered(client, game, team);
}

/** Joins a paid game as the app does: seat, transfer, team. */
export async function joinPaid({ client, payer, team }: Manager, game: Game): Promise<string> {
  const { reservation } = await client.request(reserve, { params: { id: game.id }, body: team });
  const transaction_hash = await payer.send(reservation.recipient as Address, Number(reservation.amount));
  return joinUntilEntered(client, game, { ...team, transaction_hash });
}

/** Waits for payments to be seen, on a machine that is busy starting. */
const waitOptions = (what: string) => ({ what, timeoutMs: 60_000, everyMs: 1_000 });

async function joinUntilEntered(client: Client, game: Game, body: JoinBody): Promise<string> {
  return waitUntil(
    async () => {
      const response = await client.request(joinGame, { params: { id: game.id }, body });
      return 'participation' in response && response.participation.id;
    },
    waitOptions(`a place in ${game.name}`),
  );
}

/** Stakes whole tokens. */
export async function stake(
  { client, payer }: Manager,
  stakingWallet: Address,
  tokens: number,
): Promise<void> {
  const body = { amount: String(tokens), transaction_hash: await payer.send(stakingWallet, tokens) };
  await waitUntil(
    async () => 'stake' in (await client.request(createStake, { body })),
    waitOptions('a stake'),
  );
}
