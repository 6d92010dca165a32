import { createPrivateKey, type KeyObject } from 'node:crypto';
import { ACCESS_TOKEN_ALGORITHM } from '@touchline/service-kit/http/auth';
import type { Log } from '@touchline/service-kit/process/log';
import { createLocalJWKSet, type JWK, type JWTVerifyGetKey } from 'jose';
import type { Knex } from 'knex';
import type { Context } from 'koa';
import { type KeyRow, listKeys } from './keys.store.ts';
import { prepareKeys } from './rotation.ts';
import type { Wrapping } from './wrapping.ts';

/** An Ed25519 key that signs access tokens. */
export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
  /** Derives the successor of a refresh token, so that any replica can return it again from the stored hash. */
  refreshSecret: Buffer;
}

/** Keys of this replica. All replicas load the same keys from the database. */
export type KeyRing = Awaited<ReturnType<typeof openKeyRing>>;

interface KeyRingDeps {
  db: Knex;
  wrapping: Wrapping;
  log: Log;
  /** Epoch ms. */
  now: () => number;
}

interface LoadedKey extends SigningKey {
  publicJwk: JWK;
  signs_from: number;
}

/** Opens the key ring; the first start creates a key. @throws Error when the secret does not match the stored keys */
export async function openKeyRing({ db, wrapping, log, now }: KeyRingDeps) {
  const unreadable = new Set<string>();
  let keys: LoadedKey[] = [];
  let find = createLocalJWKSet({ keys: [] });

  /** Returns null for a key that cannot be unwrapped. It is never published: an intruder may have inserted it. */
  async function load(row: KeyRow): Promise<LoadedKey | null> {
    try {
      return await readKey(row, wrapping);
    } catch (error) {
      if (!unreadable.has(row.kid))
        log.error({ err: error, kid: row.kid }, 'signing key unreadable; ignored');
      unreadable.add(row.kid);
      return null;
    }
  }
  async function reload() {
    const rows = await listKeys(db);
    if (rows.length === 0) {
      await prepareKeys(db, wrapping, now());
      return reload();
    }
    const previous = new Map(keys.map((key) => [key.kid, key]));
    const loaded = await Promise.all(rows.map((row) => previous.get(row.kid) ?? load(row)));
    const readable = loaded.filter((key) => key !== null);
    if (readable.length > 0) keys = readable; // otherwise keep the previous keys
    find = createLocalJWKSet(jwks());
  }
  const jwks = () => ({ keys: keys.map(({ publicJwk }) => publicJwk) });
  const signing = (): SigningKey => {
    const key = keys.find(({ signs_from }) => signs_from <= now()) ?? keys.at(-1);
    if (!key) throw new Error('no signing key is readable');
    return key;
  };

  await prepareKeys(db, wrapping, now());
  await reload();
  return {
    /** Returns the current signing key. */
    signing,
    /** Serves the public keys of all tokens that may be valid, and of the next signing key. */
    serve(ctx: Context) {
      ctx.set('Cache-Control', 'public, max-age=60');
      ctx.body = jwks();
    },
    /** Finds the public key of a token. */
    find: ((header, token) => find(header, token)) satisfies JWTVerifyGetKey,
    /** Returns the secret of the signing key first: a token may have been refreshed before the key changed. */
    refreshSecrets() {
      const current = signing();
      return [current, ...keys.filter((key) => key !== current)].map(({ refreshSecret }) => refreshSecret);
    },
    /** Loads added, replaced and deleted keys. */
    reload,
  };
}

async function readKey({ kid, wrapped, signs_from }: KeyRow, wrapping: Wrapping): Promise<LoadedKey> {
  const { refresh_secret, ...key } = await wrapping.unwrap(wrapped, kid);
  const { d: _private, ...publicJwk } = key;
  return {
    kid,
    privateKey: createPrivateKey({ key, format: 'jwk' }),
    publicJwk: { ...publicJwk, kid, alg: ACCESS_TOKEN_ALGORITHM, use: 'sig' },
    refreshSecret: Buffer.from(refresh_secret, 'base64url'),
    signs_from,
  };
}
