import { tokenAmount, walletAddress } from '@touchline/api/values';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** Comma-separated RPC URLs. All of them are queried, because any of them may be wrong, lag or be down. */
export const rpcUrls = z
  .string()
  .transform((text) => text.split(',').map((url) => url.trim()))
  .pipe(z.array(z.url({ protocol: /^https?$/ })).min(1));

/** URL paths that contain no key. */
const PUBLIC_PATHS = new Set(['/', '/public']);

/** Returns the components of an RPC URL that may contain a key: credentials, path and query. */
export function extractRpcSecrets(address: string): string[] {
  const { username, password, pathname, search } = new URL(address);
  const path = PUBLIC_PATHS.has(pathname) ? '' : pathname;
  return [username, password, path, search].filter((component) => component.length > 1);
}

/** Variables of a service that verifies payments; spread them into `serviceEnv.extend`. */
export const chainVariables = {
  /**
   * RPC URLs of different providers, separated by commas. A result is accepted when two RPCs agree; with three RPCs, one may
   * be down. https is required, except for your own node in a private network, which is also trusted alone.
   */
  RPC_URL: rpcUrls,
  /** The chain of the token. RPCs of another chain are rejected. */
  CHAIN_ID: z.coerce.number().int().positive().default(480),
  /** Address of the FOOTBALL token contract. */
  TOKEN_ADDRESS: walletAddress,
  /** Confirmations before a transfer counts, including its own block. */
  PAYMENT_CONFIRMATIONS: z.coerce.number().int().min(1).default(5),
  /** Whole FOOTBALL tokens. Smaller transfers are dust: they are counted, but never listed as refunds due. */
  SMALLEST_TRANSFER: z._default(tokenAmount, '1'),
};

/** Reports whether the address belongs to this machine, or to a private network if `scope` allows it. */
export function isInNetwork(address: string, scope: 'machine' | 'private network'): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  if (host === 'localhost') return true;
  if (!ipaddr.isValid(host)) return false;
  const range = ipaddr.process(host).range();
  return range === 'loopback' || (scope === 'private network' && ['private', 'uniqueLocal'].includes(range));
}

/**
 * Requires TLS and two providers in production: a third party must not be able to forge chain data. An operator's own node
 * in a private network is trusted alone and needs no TLS.
 * @throws Error that states what to change
 */
export function assertTrustedRpcs(urls: readonly string[], nodeEnv: string | undefined): void {
  if (nodeEnv !== 'production') return;
  const isOwn = (url: string) => isInNetwork(url, 'private network');
  if (urls.some((url) => new URL(url).protocol === 'http:' && !isOwn(url)))
    throw new Error('RPC_URL must start with https:// in production, unless it is in your private network.');
  const hosts = urls.map((url) => new URL(url).host);
  const twice = hosts.find((host, index) => hosts.indexOf(host) !== index);
  if (twice) throw new Error(`RPC_URL lists ${twice} twice: two addresses of one provider count as one RPC.`);
  if (urls.length === 1 && !urls.every(isOwn))
    throw new Error(
      'RPC_URL needs the addresses of two providers in production, separated by a comma: payments count only when two ' +
        'RPCs agree. Only your own node in your private network is trusted alone.',
    );
}
