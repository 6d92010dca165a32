import type { Client } from '@touchline/api/client';
import type { Bootstrap } from '@touchline/api/http/fpl';
import { randomTeam } from '@touchline/local-stack/clients/random-team';
import { signedInClient } from '@touchline/local-stack/clients/signed-in';
import type { Product } from '@touchline/local-stack/product';
import { type Random, randomFrom } from '@touchline/season-replay/random';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { Network } from './network.ts';
import { retry } from './retry.ts';
import type { AcknowledgedJoin } from './validators.ts';

/** Actions that the product acknowledged. */
export interface Acknowledged {
  freeJoins: AcknowledgedJoin[];
  paidJoins: AcknowledgedJoin[];
  /** Lineups by entry, oldest first. */
  saves: Map<string, string[]>;
  /** Hashes of transfers that the API acknowledged as stakes. */
  stakes: string[];
}

/** Shared context of all actions of a run. */
export interface ChaosFixture {
  product: Product;
  network: Network;
  football: Bootstrap;
  freeGame: string;
  paidGame: string;
  seed: number;
  acknowledged: Acknowledged;
  signal: AbortSignal;
}

/** Creates the random choices of a player. They depend only on the seed. */
export const createChoices = ({ seed }: ChaosFixture, player: number): Random =>
  randomFrom(seed * 31 + player);

/** Builds the team of a player. */
export const buildTeam = (fixture: ChaosFixture, player: number) =>
  randomTeam(fixture.football, `Team ${player}`, createChoices(fixture, player));

export async function signInAs(
  { product, signal }: ChaosFixture,
  account: PrivateKeyAccount,
): Promise<Client> {
  const signIn = () =>
    signedInClient(product.url, account).catch((cause: unknown) => {
      throw new Error('not signed in', { cause }); // a fault may destroy the challenge in the database
    });
  return (await retry('a sign-in', signIn, signal)).client;
}
