import { createPrivateKey, type KeyObject } from 'node:crypto';
import { ACCESS_TOKEN_ALGORITHM } from '@touchline/service-kit/auth';
import type { Log } from '@touchline/service-kit/log';
import { createLocalJWKSet, type JSONWebKeySet, type JWK, type JWTVerifyGetKey } from 'jose';
import type { Knex } from 'knex';
import { type KeyRow, listKeys } from './keys.store.ts';
import { prepareKeys, unwrapSecrets } from './rotation.ts';
import type { Wrapping } from './wrapping.ts';

/** An Ed25519 key that signs access tokens, and the secret that refresh tokens are derived with. */
export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
  refreshSecret: Buffer;
}

/** The keys of this replica. All replicas have the same, from the database. */
export interface KeyRing {
  /** The key that signs now. */
  signing(): SigningKey;
  /** Public keys of every token that may be valid, and of the key that signs next. */
  jwks(): JSONWebKeySet;
  /** Finds the public key of a token. */
  find: JWTVerifyGetKey;
  /** The signing key's first; a token may have been refreshed before the key changed. */
  refreshSecrets(): Buffer[];
  /** Takes over what was added, replaced or deleted. */
  reload(): Promise<void>;
}

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

/**
 * Opens the keys; the first start makes one. @throws Error when the secret does not fit them
 */
export async function openKeyRing({ db, wrapping, log, now }: KeyRingDeps): Promise<KeyRing> {
  const unreadable = new Set<string>();
  let keys: LoadedKey[] = [];
  let find = createLocalJWKSet({ keys: [] });

  /** What cannot be unwrapped is never published: it may be another's. */
  function load(row: KeyRow): LoadedKey | null {
    try {
      return readKey(row, wrapping);
    } catch (error) {
      if (!unreadable.has(row.kid)) log.error({ err: error, kid: row.kid }, 'signing key not readable');
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
    const known = new Map(keys.map((key) => [key.kid, key]));
    const loaded = rows.map((row) => known.get(row.kid) ?? load(row));
    const readable = loaded.filter((key) => key !== null);
    if (readable.length > 0) keys = readable; // else better the former keys than none
    find = createLocalJWKSet(jwks());
  }
  const jwks = () => ({ keys: keys.map(({ publicJwk }) => publicJwk) });
  const signing = () => {
    const key = keys.find(({ signs_from }) => signs_from <= now()) ?? keys.at(-1);
    if (!key) throw new Error('no signing key can be read');
    return key;
  };

  await prepareKeys(db, wrapping, now());
  await reload();
  return {
    signing,
    jwks,
    find: (header, token) => find(header, token),
    refreshSecrets() {
      const current = signing();
      return [current, ...keys.filter((key) => key !== current)].map(({ refreshSecret }) => refreshSecret);
    },
    reload,
  };
}

function readKey({ kid, wrapped, signs_from }: KeyRow, wrapping: Wrapping): LoadedKey {
  const { private_jwk, refresh_secret } = unwrapSecrets(wrapping, kid, wrapped);
  const { d: _secret, ...publicPart } = private_jwk;
  return {
    kid,
    privateKey: createPrivateKey({ key: private_jwk, format: 'jwk' }),
    publicJwk: { ...publicPart, kid, alg: ACCESS_TOKEN_ALGORITHM, use: 'sig' },
    refreshSecret: refresh_secret,
    signs_from,
  };
}
