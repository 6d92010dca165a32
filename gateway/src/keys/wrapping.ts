import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encrypts what may not lie in the database in clear, with AES-256-GCM under a key derived from an operator's secret. The
 * result begins with a fingerprint of that secret, so that a secret can be replaced while both are known.
 */
export interface Wrapping {
  /** `name` is bound to the result: it opens under no other name. */
  wrap(plain: Buffer, name: string): Buffer;
  /** @throws Error when it was wrapped with a secret that is not known, or was altered */
  unwrap(wrapped: Buffer, name: string): Buffer;
  /** Was it wrapped with the current secret? */
  isCurrent(wrapped: Buffer): boolean;
}

export interface WrappingSecrets {
  current: string;
  /** The one before, while what it wrapped is not wrapped again. */
  previous?: string | undefined;
}

const FINGERPRINT_BYTES = 8;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export function createWrapping({ current, previous }: WrappingSecrets): Wrapping {
  const own = derive(current);
  const all = previous === undefined ? [own] : [own, derive(previous)];
  return {
    wrap(plain, name) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', own.key, iv).setAAD(Buffer.from(name));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([own.fingerprint, iv, cipher.getAuthTag(), body]);
    },
    unwrap(wrapped, name) {
      const { iv, tag, body } = split(wrapped);
      const { key } = all.find(({ fingerprint }) => hasFingerprint(fingerprint, wrapped)) ?? {};
      if (!key) throw new UnknownSecretError();
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(name)).setAuthTag(tag);
      return Buffer.concat([decipher.update(body), decipher.final()]);
    },
    isCurrent: (wrapped) => hasFingerprint(own.fingerprint, wrapped),
  };
}

class UnknownSecretError extends Error {
  constructor() {
    super(
      'the keys in the database are wrapped with another secret: give it as KEYS_SECRET_PREVIOUS (docs/operations/keys.md)',
    );
  }
}

/** The secret is random, so nothing has to make guessing it slow. */
function derive(secret: string) {
  const part = (what: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', `touchline ${what}`, bytes));
  return { key: part('wrapping key', 32), fingerprint: part('fingerprint', FINGERPRINT_BYTES) };
}

function split(wrapped: Buffer) {
  const tagAt = FINGERPRINT_BYTES + IV_BYTES;
  const bodyAt = tagAt + TAG_BYTES;
  return {
    iv: wrapped.subarray(FINGERPRINT_BYTES, tagAt),
    tag: wrapped.subarray(tagAt, bodyAt),
    body: wrapped.subarray(bodyAt),
  };
}

const hasFingerprint = (fingerprint: Buffer, wrapped: Buffer) =>
  wrapped.subarray(0, FINGERPRINT_BYTES).equals(fingerprint);
