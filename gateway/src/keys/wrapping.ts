import { hkdfSync } from 'node:crypto';
import {
  CompactEncrypt,
  calculateJwkThumbprint,
  compactDecrypt,
  decodeProtectedHeader,
  type JWK,
} from 'jose';

/** A signing key as it is encrypted in the database. */
export interface StoredKey extends JWK {
  /** Random, in base64url, so that refresh tokens cannot be computed from a leaked signing key. */
  refresh_secret: string;
}

export type Wrapping = ReturnType<typeof createWrapping>;

export interface WrappingSecrets {
  current: string;
  /** The previous secret, until its keys have been wrapped again. */
  previous?: string | undefined;
}

/**
 * Encrypts signing keys for the database as JWE (AES-256-GCM), with a key derived from an operator's secret. The header has a
 * fingerprint of that secret, so that the secret can be replaced while both are known.
 */
export function createWrapping({ current, previous }: WrappingSecrets) {
  const active = derive(current);
  const all = previous === undefined ? [active] : [active, derive(previous)];
  return {
    wrap: (key: StoredKey): Promise<string> =>
      new CompactEncrypt(new TextEncoder().encode(JSON.stringify(key)))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: active.fingerprint })
        .encrypt(active.key),
    /** @param kid id of the key: its thumbprint @throws Error for an unknown secret, an altered text or another key */
    async unwrap(wrapped: string, kid: string): Promise<StoredKey> {
      const findSecret = (header: { kid?: string }) => {
        const secret = all.find(({ fingerprint }) => fingerprint === header.kid);
        if (secret) return secret.key;
        throw new Error(
          'the keys in the database are wrapped with another secret: set it as KEYS_SECRET_PREVIOUS (docs/operations/keys.md)',
        );
      };
      const { plaintext } = await compactDecrypt(wrapped, findSecret, { keyManagementAlgorithms: ['dir'] });
      const key: StoredKey = JSON.parse(new TextDecoder().decode(plaintext));
      if ((await calculateJwkThumbprint(key)) !== kid) throw new Error('the stored key has another id');
      return key;
    },
    /** Returns whether a key was wrapped with the current secret. */
    isCurrent: (wrapped: string) => decodeProtectedHeader(wrapped).kid === active.fingerprint,
  };
}

/** Uses a fast derivation (HKDF), because the secret is random and cannot be guessed. */
function derive(secret: string) {
  const deriveBytes = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', `touchline ${purpose}`, bytes));
  return {
    key: deriveBytes('wrapping key', 32),
    fingerprint: deriveBytes('fingerprint', 8).toString('base64url'),
  };
}
