import { randomBytes } from 'node:crypto';
import { type Address, getAddress } from 'viem';
import { createSiweMessage } from 'viem/siwe';

/** The site named in the message. It comes from the configuration, never from a Host header. */
export interface SignInSite {
  publicUrl: URL;
  chainId: number;
}

const STATEMENT = 'Sign in to Touchline. This costs no gas and moves no tokens.';

/** Builds the EIP-4361 message of a challenge. The message is stored with the challenge and never parsed. */
export function buildSignInMessage(
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
