import { randomBytes } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Knex } from 'knex';

export interface SigningKey {
  kid: string;
  privateKey: Awaited<ReturnType<typeof importJWK>>;
  publicJwk: JWK;
  /** Derives the successor of a refresh token, so that any replica can return it again although only its hash is stored. */
  refreshSecret: Buffer;
}

interface KeyRow {
  kid: string;
  private_jwk: JWK;
  refresh_secret: Buffer;
  created_at: number;
}

/** The Ed25519 key that signs access tokens. The first replica creates it; it is stored in the schema. */
export async function loadSigningKey(db: Knex, now: number): Promise<SigningKey> {
  const row = await db.transaction(async (trx) => {
    await trx.raw('lock table signing_keys in exclusive mode');
    const stored = await trx<KeyRow>('signing_keys').orderBy('created_at', 'desc').first();
    if (stored) return stored;
    const made = await makeKey(now);
    await trx('signing_keys').insert({
      ...made,
      private_jwk: JSON.stringify(made.private_jwk),
      created_at: new Date(now),
    });
    return made;
  });
  const { d: _secret, ...publicPart } = row.private_jwk;
  return {
    kid: row.kid,
    privateKey: await importJWK(row.private_jwk, 'EdDSA'),
    publicJwk: { ...publicPart, kid: row.kid, alg: 'EdDSA', use: 'sig' },
    refreshSecret: row.refresh_secret,
  };
}

async function makeKey(now: number): Promise<KeyRow> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const jwk = await exportJWK(privateKey);
  return {
    kid: await calculateJwkThumbprint(jwk),
    private_jwk: jwk,
    refresh_secret: randomBytes(32),
    created_at: now,
  };
}
