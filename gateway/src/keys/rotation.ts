import { randomBytes } from 'node:crypto';
import { ACCESS_TOKEN_ALGORITHM, ACCESS_TOKEN_SECONDS } from '@touchline/service-kit/auth';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Knex } from 'knex';
import {
  listPlaintextKeys,
  deleteKeys,
  deleteKeysReplacedBy,
  insertKey,
  lockKeys,
  listKeys,
  storeWrappedKey,
} from './keys.store.ts';
import type { Wrapping } from './wrapping.ts';

/** How long a key is published before it signs: services keep the public keys for a minute. */
const ACTIVATION_DELAY_MS = 3 * 60_000;
/** How long a key that no longer signs stays published: the life of its last tokens, and clocks that differ. */
const RETENTION_MS = (ACCESS_TOKEN_SECONDS + 5 * 60) * 1_000;

/** What is wrapped. */
export interface KeySecrets {
  private_jwk: JWK;
  /** Derives the successor of a refresh token, so that any replica can return it again although only its hash is stored. */
  refresh_secret: Buffer;
}

/**
 * Leaves a key, and every key wrapped with the current secret. A key that has been in clear lies in backups, so another
 * replaces it, without signing anybody out.
 * @throws Error when a key cannot be unwrapped
 */
export async function prepareKeys(db: Knex, wrapping: Wrapping, now: number): Promise<void> {
  await db.transaction(async (trx) => {
    await lockKeys(trx);
    const clear = await listPlaintextKeys(trx);
    for (const { kid, private_jwk, refresh_secret } of clear)
      await storeWrappedKey(trx, kid, wrapSecrets(wrapping, kid, { private_jwk, refresh_secret }));
    const keys = await listKeys(trx);
    for (const { kid, wrapped } of keys) {
      const secrets = unwrapSecrets(wrapping, kid, wrapped);
      if (!wrapping.isCurrent(wrapped!)) await storeWrappedKey(trx, kid, wrapSecrets(wrapping, kid, secrets));
    }
    if (keys.length === 0) await insertNewKey(trx, wrapping, { now, signsFrom: now });
    if (clear.length > 0) await insertNewKey(trx, wrapping, { now, signsFrom: now + ACTIVATION_DELAY_MS });
  });
}

/**
 * Adds the key that signs from a few minutes on. Those before stay published until their tokens have expired.
 * @returns when it begins to sign, epoch ms
 */
export async function rotateKeys(db: Knex, wrapping: Wrapping, now: number): Promise<number> {
  const signsFrom = now + ACTIVATION_DELAY_MS;
  await insertNewKey(db, wrapping, { now, signsFrom });
  return signsFrom;
}

/** For a key that somebody else may have: another one signs at once, and no token of the others is accepted any more. */
export async function replaceKeys(db: Knex, wrapping: Wrapping, now: number): Promise<void> {
  await db.transaction(async (trx) => {
    await lockKeys(trx);
    await deleteKeys(trx);
    await insertNewKey(trx, wrapping, { now, signsFrom: now });
  });
}

/** Deletes the keys without valid tokens. */
export async function deleteOldKeys(db: Knex, now: number): Promise<void> {
  await deleteKeysReplacedBy(db, now - RETENTION_MS);
}

async function insertNewKey(
  db: Knex,
  wrapping: Wrapping,
  { now, signsFrom }: { now: number; signsFrom: number },
): Promise<void> {
  const { privateKey } = await generateKeyPair(ACCESS_TOKEN_ALGORITHM, { crv: 'Ed25519', extractable: true });
  const private_jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(private_jwk);
  const wrapped = wrapSecrets(wrapping, kid, { private_jwk, refresh_secret: randomBytes(32) });
  await insertKey(db, { kid, wrapped, signs_from: signsFrom }, now);
}

function wrapSecrets(wrapping: Wrapping, kid: string, { private_jwk, refresh_secret }: KeySecrets): Buffer {
  const text = JSON.stringify({ private_jwk, refresh_secret: refresh_secret.toString('base64') });
  return wrapping.wrap(Buffer.from(text), kid);
}

/** @throws Error when the secret is not known or the row was altered */
export function unwrapSecrets(wrapping: Wrapping, kid: string, wrapped: Buffer | null): KeySecrets {
  if (!wrapped) throw new Error(`key ${kid} is not wrapped`);
  const { private_jwk, refresh_secret } = JSON.parse(wrapping.unwrap(wrapped, kid).toString());
  return { private_jwk, refresh_secret: Buffer.from(refresh_secret, 'base64') };
}
