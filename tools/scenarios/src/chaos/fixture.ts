import type { Client } from '@touchline/api/client';
import type { Bootstrap } from '@touchline/api/http/fpl';
import { randomTeam } from '@touchline/local-stack/clients/random-team';
import { signedInClient } from '@touchline/local-stack/clients/signed-in';
import type { Product } from '@touchline/local-stack/product';
import { type Random, randomFrom } from '@touchline/season-replay/random';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { Network } from './network.ts';
import { persist } from './retry.ts';
import type { AcknowledgedJoin } from './validators.ts';

/** What the product acknowledged. */
export interface Acknowledged {
  freeJoins: AcknowledgedJoin[];
  paidJoins: AcknowledgedJoin[];
  /** Lineups by entry, oldest first. */
  saves: Map<string, string[]>;
  /** Hashes of transfers that the API answered as stakes. */
  stakes: string[];
}

/** What players act in. */
export interface Scene {
  product: Product;
  network: Network;
  football: Bootstrap;
  freeGame: string;
  paidGame: string;
  seed: number;
  acknowledged: Acknowledged;
  signal: AbortSignal;
}

/** The choices of one player, the same for the same seed. */
export const choicesOf = ({ seed }: Scene, player: number): Random => randomFrom(seed * 31 + player);

/** A team of the player's own. */
export const teamOf = (scene: Scene, player: number) =>
  randomTeam(scene.football, `Team ${player}`, choicesOf(scene, player));

export async function signInAs({ product, signal }: Scene, account: PrivateKeyAccount): Promise<Client> {
  const signIn = () =>
    signedInClient(`${product.url}/api`, account).catch((cause: unknown) => {
      throw new Error('not signed in', { cause }); // a challenge may get lost with its database
    });
  return (await persist('a sign-in', signIn, signal)).client;
}
