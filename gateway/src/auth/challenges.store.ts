import type { Knex } from 'knex';

export interface Challenge {
  id: string;
  wallet_address: string;
  message: string;
  /** Epoch ms. */
  expires_at: number;
}

export async function insertChallenge(db: Knex, challenge: Challenge): Promise<void> {
  await db('challenges').insert({ ...challenge, expires_at: new Date(challenge.expires_at) });
}

/**
 * Consumes a challenge atomically: only one concurrent caller receives its message. Returns null if the challenge is unknown,
 * used, expired or belongs to another wallet.
 */
export async function consumeChallenge(
  db: Knex,
  challenge: { id: string; wallet_address: string },
  now: number,
): Promise<string | null> {
  const [used] = await db('challenges')
    .where({ id: challenge.id, wallet_address: challenge.wallet_address })
    .where('expires_at', '>', new Date(now))
    .delete()
    .returning<{ message: string }[]>('message');
  return used?.message ?? null;
}

export async function deleteExpiredChallenges(db: Knex, now: number): Promise<void> {
  await db('challenges').where('expires_at', '<', new Date(now)).delete();
}
