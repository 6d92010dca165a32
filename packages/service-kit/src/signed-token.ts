import { KeyObject, sign, verify } from 'node:crypto';
import { types } from 'node:util';
import type { JWTVerifyGetKey } from 'jose';

/** What a token must say of itself before its signature is looked at. */
interface Expected {
  algorithm: 'EdDSA';
  type: string;
}

/** What a token claims, and the key that is to say so. */
export interface SignedToken {
  /** Not checked. */
  claims: unknown;
  kid: string;
  key: KeyObject;
}

const SIGNATURE_BYTES = 64;

/**
 * Checks the Ed25519 signature of a compact JWS with Node's own cryptography: jose's takes four times the processor time,
 * and a crowd that signs in brings one new token each.
 * @throws Error for everything that is not such a token, and what `keys` throws
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

/** Reads a token without a look at its signature: only for one that this process has just signed. @throws as above */
export async function openToken(
  token: string,
  keys: JWTVerifyGetKey,
  { algorithm, type }: Expected,
): Promise<SignedToken> {
  const parts = token.split('.');
  if (parts.length !== 3) throw new Error('not three parts');
  const [head, payload] = parts as [string, string, string];
  const { alg, typ, kid, crit } = parseSegment(head);
  // Only this algorithm, and no extension that would have to be understood.
  if (alg !== algorithm || typ !== type || typeof kid !== 'string' || crit !== undefined)
    throw new Error('not a header of ours');
  const key = await findKey(kid, keys, algorithm);
  return { claims: parseSegment(payload), kid, key };
}

/** A compact JWS of these claims, signed with an Ed25519 key as `checkSignature` requires. */
export function signToken(
  header: { alg: 'EdDSA'; typ: string; kid: string },
  claims: object,
  key: KeyObject,
) {
  const signed = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${signed}.${sign(null, Buffer.from(signed, 'latin1'), key).toString('base64url')}`;
}

/** The public key with this id, as `keys` has it now. */
export async function findKey(kid: string, keys: JWTVerifyGetKey, alg: string): Promise<KeyObject> {
  const found = await keys({ alg, kid }, { payload: '', signature: '' });
  const key = found instanceof KeyObject ? found : importKey(found);
  if (key.type !== 'public' || key.asymmetricKeyType !== 'ed25519') throw new Error('not a key of ours');
  return key;
}

const importedKeys = new WeakMap<object, KeyObject>();

function importKey(key: unknown): KeyObject {
  if (!types.isCryptoKey(key)) throw new Error('not a key of ours');
  const known = importedKeys.get(key);
  if (known) return known;
  const object = KeyObject.from(key);
  importedKeys.set(key, object);
  return object;
}

function parseSegment(part: string): Record<string, unknown> {
  const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('not an object');
  return value as Record<string, unknown>;
}
