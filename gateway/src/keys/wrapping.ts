import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encrypts secrets for the database with AES-256-GCM, using a key derived from an operator's secret. The result starts with a
 * fingerprint of that secret, so that the secret can be replaced while both are known.
 */
export interface Wrapping {
  /** Binds the result to `name`: it can only be unwrapped with the same name. */
  wrap(plain: Buffer, name: string): Buffer;
  /** @throws Error when the wrapping secret is unknown or the data was altered */
  unwrap(wrapped: Buffer, name: string): Buffer;
  /** Returns whether the data was wrapped with the current secret. */
  isCurrent(wrapped: Buffer): boolean;
}

export interface WrappingSecrets {
  current: string;
  /** The previous secret, until its data has been wrapped again. */
  previous?: string | undefined;
}

const FINGERPRINT_BYTES = 8;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export function createWrapping({ current, previous }: WrappingSecrets): Wrapping {
  const active = derive(current);
  const all = previous === undefined ? [active] : [active, derive(previous)];
  return {
    wrap(plain, name) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', active.key, iv).setAAD(Buffer.from(name));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([active.fingerprint, iv, cipher.getAuthTag(), body]);
    },
    unwrap(wrapped, name) {
      const { iv, tag, body } = split(wrapped);
      const { key } = all.find(({ fingerprint }) => hasFingerprint(fingerprint, wrapped)) ?? {};
      if (!key) throw new UnknownSecretError();
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(name)).setAuthTag(tag);
      return Buffer.concat([decipher.update(body), decipher.final()]);
    },
    isCurrent: (wrapped) => hasFingerprint(active.fingerprint, wrapped),
  };
}

class UnknownSecretError extends Error {
  constructor() {
    super(
      'the keys in the database are wrapped with another secret: set it as KEYS_SECRET_PREVIOUS (docs/operations/keys.md)',
    );
  }
}

/** Uses a fast derivation (HKDF), because the secret is random and cannot be guessed. */
function derive(secret: string) {
  const deriveBytes = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', `touchline ${purpose}`, bytes));
  return { key: deriveBytes('wrapping key', 32), fingerprint: deriveBytes('fingerprint', FINGERPRINT_BYTES) };
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
