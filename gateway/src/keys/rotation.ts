import { randomBytes } from 'node:crypto';
import { ACCESS_TOKEN_ALGORITHM, ACCESS_TOKEN_SECONDS } from '@touchline/service-kit/http/auth';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import type { Knex } from 'knex';
import {
  deleteKeys,
  deleteKeysReplacedBy,
  insertKey,
  listKeys,
  lockKeys,
  storeWrappedKey,
} from './keys.store.ts';
import type { Wrapping } from './wrapping.ts';

/** Delay between the publication of a key and its first signature: services cache the public keys for a minute. */
const ACTIVATION_DELAY_MS = 3 * 60_000;
/** Time for which a replaced key remains published: the lifetime of its last tokens, plus clock skew. */
const RETENTION_MS = (ACCESS_TOKEN_SECONDS + 5 * 60) * 1_000;

/**
 * Ensures that a key exists and that every key is wrapped with the current secret.
 * @throws Error when a key cannot be unwrapped
 */
export async function prepareKeys(db: Knex, wrapping: Wrapping, now: number): Promise<void> {
  await db.transaction(async (trx) => {
    await lockKeys(trx);
    const keys = await listKeys(trx);
    for (const { kid, wrapped } of keys) {
      const key = await wrapping.unwrap(wrapped, kid);
      if (!wrapping.isCurrent(wrapped)) await storeWrappedKey(trx, kid, await wrapping.wrap(key));
    }
    if (keys.length === 0) await insertNewKey(trx, wrapping, now);
  });
}

/**
 * Adds a key that starts to sign in a few minutes. Previous keys remain published until their tokens have expired.
 * @returns the time of its first signature, epoch ms
 */
export async function rotateKeys(db: Knex, wrapping: Wrapping, now: number): Promise<number> {
  const signsFrom = now + ACTIVATION_DELAY_MS;
  await insertNewKey(db, wrapping, signsFrom);
  return signsFrom;
}

/** Replaces keys that may have leaked: a new key signs immediately, and tokens of all other keys are rejected. */
export async function replaceKeys(db: Knex, wrapping: Wrapping, now: number): Promise<void> {
  await db.transaction(async (trx) => {
    await lockKeys(trx);
    await deleteKeys(trx);
    await insertNewKey(trx, wrapping, now);
  });
}

/** Deletes keys whose tokens have all expired. */
export async function deleteOldKeys(db: Knex, now: number): Promise<void> {
  await deleteKeysReplacedBy(db, now - RETENTION_MS);
}

async function insertNewKey(db: Knex, wrapping: Wrapping, signsFrom: number): Promise<void> {
  const { privateKey } = await generateKeyPair(ACCESS_TOKEN_ALGORITHM, { crv: 'Ed25519', extractable: true });
  const key = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(key);
  const wrapped = await wrapping.wrap({ ...key, refresh_secret: randomBytes(32).toString('base64url') });
  await insertKey(db, { kid, wrapped, signs_from: signsFrom });
}
