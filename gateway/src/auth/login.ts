import { randomBytes, randomUUID } from 'node:crypto';
import { TouchlineError } from '@touchline/api/errors';
import type { Knex } from 'knex';
import { type Address, getAddress, type Hex } from 'viem';
import { createSiweMessage } from 'viem/siwe';
import { type Challenge, consumeChallenge, insertChallenge } from './challenges.store.ts';
import type { SignatureCheck } from './wallet-signature.ts';

const CHALLENGE_MINUTES = 5;
const STATEMENT = 'Sign in to Touchline. This costs no gas and moves no tokens.';

/** The site named in the message. It comes from the configuration, never from a Host header. */
interface SignInSite {
  publicUrl: URL;
  chainId: number;
}

export interface LoginDeps {
  db: Knex;
  site: SignInSite;
  checkSignature: SignatureCheck;
  /** Epoch ms. */
  now: () => number;
}

/** Sign-in with a wallet in two steps (docs/api.md, Sessions). */
export function createLogin({ db, site, checkSignature, now }: LoginDeps) {
  return {
    /** First step: returns a message to sign, also for an unknown wallet. */
    async createChallenge(wallet: string): Promise<Challenge> {
      const issuedAt = now();
      const expiresAt = issuedAt + CHALLENGE_MINUTES * 60_000;
      const id = randomUUID();
      const message = buildSignInMessage(site, { id, wallet_address: wallet, issuedAt, expiresAt });
      const challenge = { id, wallet_address: wallet, message, expires_at: expiresAt };
      await insertChallenge(db, challenge);
      return challenge;
    },
    /**
     * Second step: resolves if the wallet signed the message. `client` identifies the network of the request.
     * @throws TouchlineError CHALLENGE_EXPIRED, SIGNATURE_INVALID, UPSTREAM_UNAVAILABLE
     */
    async verifySignature(wallet: string, challengeId: string, signature: string, client: string) {
      // Consumed before the signature check, so that only one of several concurrent attempts is checked.
      const message = await consumeChallenge(db, { id: challengeId, wallet_address: wallet }, now());
      if (message === null)
        throw new TouchlineError(
          'CHALLENGE_EXPIRED',
          'This sign-in request has expired or has already been used. Sign in again.',
        );
      if (!(await checkSignature(wallet as Address, message, signature as Hex, client)))
        throw new TouchlineError(
          'SIGNATURE_INVALID',
          'The signature does not match this wallet. Sign in again.',
        );
    },
  };
}

/** Builds the EIP-4361 message of a challenge. The message is stored with the challenge and never parsed. */
function buildSignInMessage(
  site: SignInSite,
  challenge: { id: string; wallet_address: string; issuedAt: number; expiresAt: number },
): string {
  return createSiweMessage({
    domain: site.publicUrl.host,
    address: getAddress(challenge.wallet_address as Address),
    statement: STATEMENT,
    uri: site.publicUrl.origin,
    version: '1',
    chainId: site.chainId,
    // viem's generateSiweNonce is predictable from the previous nonce.
    nonce: randomBytes(16).toString('hex'),
    issuedAt: new Date(challenge.issuedAt),
    expirationTime: new Date(challenge.expiresAt),
    requestId: challenge.id,
  });
}
