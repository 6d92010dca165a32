import { createECDH, createHash } from 'node:crypto';

/** Derives the key pair of push notifications from a kept secret: subscriptions of browsers end with their key. */
export function derivePushKeys(secret: string): { publicKey: string; privateKey: string } {
  const ecdh = createECDH('prime256v1');
  const privateKey = createHash('sha256').update(`push ${secret}`).digest();
  ecdh.setPrivateKey(privateKey);
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}
