import { KeyObject, sign, verify } from 'node:crypto';
import { types } from 'node:util';
import type { JWTVerifyGetKey } from 'jose';

/** Required header fields, checked before the signature. */
interface Expected {
  algorithm: 'EdDSA';
  type: string;
}

/** The claims of a token, and its key. */
export interface SignedToken {
  /** Not validated. */
  claims: unknown;
  kid: string;
  key: KeyObject;
}

const SIGNATURE_BYTES = 64;

/**
 * Checks the Ed25519 signature of a compact JWS with Node's crypto module, which is faster than jose; many users may sign in
 * concurrently.
 * @throws Error for an invalid token, and any error of `keys`
 */
export async function checkSignature(
  token: string,
  keys: JWTVerifyGetKey,
  expected: Expected,
): Promise<SignedToken> {
  const opened = await openToken(token, keys, expected);
  const end = token.lastIndexOf('.');
  const bytes = Buffer.from(token.slice(end + 1), 'base64url');
  const signed = Buffer.from(token.slice(0, end), 'latin1');
  if (bytes.length !== SIGNATURE_BYTES || !verify(null, signed, opened.key, bytes))
    throw new Error('wrong signature');
  return opened;
}

/** Reads a token without checking its signature; only for tokens that this process has just signed. @throws as `checkSignature` */
export async function openToken(
  token: string,
  keys: JWTVerifyGetKey,
  { algorithm, type }: Expected,
): Promise<SignedToken> {
  const segments = token.split('.');
  if (segments.length !== 3) throw new Error('not three segments');
  const [head, payload] = segments as [string, string, string];
  const { alg, typ, kid, crit } = parseSegment(head);
  // Only this algorithm, and no critical extensions.
  if (alg !== algorithm || typ !== type || typeof kid !== 'string' || crit !== undefined)
    throw new Error('unexpected header');
  const key = await findKey(kid, keys, algorithm);
  return { claims: parseSegment(payload), kid, key };
}

/** Signs the claims with an Ed25519 key and returns a compact JWS for `checkSignature`. */
export function signToken(
  header: { alg: 'EdDSA'; typ: string; kid: string },
  claims: object,
  key: KeyObject,
) {
  const signed = [header, claims]
    .map((segment) => Buffer.from(JSON.stringify(segment)).toString('base64url'))
    .join('.');
  return `${signed}.${sign(null, Buffer.from(signed, 'latin1'), key).toString('base64url')}`;
}

/** Finds the current public key with this id. */
export async function findKey(kid: string, keys: JWTVerifyGetKey, alg: string): Promise<KeyObject> {
  const jwk = await keys({ alg, kid }, { payload: '', signature: '' });
  const key = jwk instanceof KeyObject ? jwk : importKey(jwk);
  if (key.type !== 'public' || key.asymmetricKeyType !== 'ed25519') throw new Error('unexpected key');
  return key;
}

const importedKeys = new WeakMap<object, KeyObject>();

function importKey(key: unknown): KeyObject {
  if (!types.isCryptoKey(key)) throw new Error('unexpected key');
  const cached = importedKeys.get(key);
  if (cached) return cached;
  const object = KeyObject.from(key);
  importedKeys.set(key, object);
  return object;
}

function parseSegment(segment: string): Record<string, unknown> {
  const value: unknown = JSON.parse(Buffer.from(segment, 'base64url').toString());
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('not an object');
  return value as Record<string, unknown>;
}
