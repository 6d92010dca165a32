import type { LineupReceipt, ReceiptKey } from './http/seals.ts';

/** Result for a signature: UNKNOWN_KEY is a key that the service does not publish; UNCHECKED a runtime without Ed25519. */
export type SignatureState = 'SIGNED' | 'WRONG' | 'UNKNOWN_KEY' | 'UNCHECKED';

type Jwk = Pick<ReceiptKey, 'kty' | 'crv' | 'x'>;

/**
 * Verifies the signature of a receipt with the key that it contains, or that of its key id. A valid signature with a key that is not
 * published is no forgery of the receipt: the service may have replaced its key.
 * @param root the root that the signature has to cover: `computeSignedRoot` of packages/rules
 * @param keys published keys: those of the result once the game is settled
 */
export async function checkSignature(
  { signature }: Pick<LineupReceipt, 'signature'>,
  root: string,
  keys: readonly ReceiptKey[],
): Promise<SignatureState> {
  const [header = '', payload = '', bytes = ''] = signature.split('.');
  const { kid, jwk } = decodeJson(header);
  const signed = decode(bytes);
  if (decodeJson(payload).root !== root || typeof kid !== 'string' || !signed) return 'WRONG';
  const key = toKey(jwk) ?? keys.find((each) => each.kid === kid);
  if (!key) return 'UNKNOWN_KEY';
  const text = new TextEncoder().encode(`${header}.${payload}`);
  const valid = await verify(key, signed, text);
  if (valid === null) return 'UNCHECKED';
  if (!valid) return 'WRONG';
  return keys.some(({ x }) => x === key.x) ? 'SIGNED' : 'UNKNOWN_KEY';
}

async function verify(
  { x }: Jwk,
  signature: Uint8Array<ArrayBuffer>,
  text: Uint8Array<ArrayBuffer>,
): Promise<boolean | null> {
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x };
    const key = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify']);
    return await crypto.subtle.verify('Ed25519', key, signature, text);
  } catch (error) {
    return error instanceof DOMException && error.name === 'DataError' ? false : null;
  }
}

const toKey = (jwk: unknown): Jwk | null => {
  const x = typeof jwk === 'object' && jwk !== null && 'x' in jwk ? jwk.x : null;
  return typeof x === 'string' ? { kty: 'OKP', crv: 'Ed25519', x } : null;
};

/** Decodes base64url; null if the text is something else. */
function decode(part: string): Uint8Array<ArrayBuffer> | null {
  try {
    const text = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(text, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Decodes a part of a signature; empty if it is not a JSON object. */
function decodeJson(part: string): Readonly<Record<string, unknown>> {
  try {
    const decoded: unknown = JSON.parse(new TextDecoder().decode(decode(part) ?? new Uint8Array()));
    return typeof decoded === 'object' && decoded !== null ? (decoded as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
