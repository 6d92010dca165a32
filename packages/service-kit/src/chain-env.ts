import { tokenAmount, walletAddress } from '@touchline/api/values';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** Comma-separated RPC URLs; all of them are asked, because any may lie, lag or be down. */
export const rpcUrls = z
  .string()
  .transform((text) => text.split(',').map((url) => url.trim()))
  .pipe(z.array(z.url({ protocol: /^https?$/ })).min(1));

/** Paths of RPCs that hold no key. */
const PUBLIC_PATHS = new Set(['/', '/public']);

/** What of an RPC's address may be a key: credentials, a path, a query. */
export function extractRpcSecrets(address: string): string[] {
  const { username, password, pathname, search } = new URL(address);
  const path = PUBLIC_PATHS.has(pathname) ? '' : pathname;
  return [username, password, path, search].filter((part) => part.length > 1);
}

/** Variables of a service that verifies payments; spread them into `serviceEnv.extend`. */
export const chainVariables = {
  /**
   * RPCs of different providers, separated by commas: what two say alike is believed, and with three nothing waits for one that
   * is down. https, but for your own node in a private network, which is also trusted alone.
   */
  RPC_URL: rpcUrls,
  /** The chain of the token; a service refuses RPCs of another one. */
  CHAIN_ID: z.coerce.number().int().positive().default(480),
  /** The FOOTBALL token's contract. */
  TOKEN_ADDRESS: walletAddress,
  /** Confirmations before a transfer counts, its own block included. */
  PAYMENT_CONFIRMATIONS: z.coerce.number().int().min(1).default(5),
  /** Whole FOOTBALL tokens; smaller transfers are dust: counted, never listed as owed back. */
  SMALLEST_TRANSFER: z._default(tokenAmount, '1'),
};

/** Whether the address is of this machine, or also of a private network: nobody else is on the way. */
export function isInNetwork(address: string, where: 'machine' | 'private network'): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  if (host === 'localhost') return true;
  if (!ipaddr.isValid(host)) return false;
  const range = ipaddr.process(host).range();
  return range === 'loopback' || (where === 'private network' && ['private', 'uniqueLocal'].includes(range));
}

/**
 * In production nobody on the way may answer for the chain, and two RPCs of different providers must agree before money
 * counts. An operator's own node is trusted alone, and reached without TLS in a private network.
 * @throws Error that says what to change
 */
export function assertTrustedRpcs(urls: readonly string[], nodeEnv: string | undefined): void {
  if (nodeEnv !== 'production') return;
  const isOwn = (url: string) => isInNetwork(url, 'private network');
  if (urls.some((url) => new URL(url).protocol === 'http:' && !isOwn(url)))
    throw new Error('RPC_URL must begin with https:// in production, unless it is in your private network.');
  const hosts = urls.map((url) => new URL(url).host);
  const twice = hosts.find((host, index) => hosts.indexOf(host) !== index);
  if (twice) throw new Error(`RPC_URL names ${twice} twice: two addresses of one provider are one RPC.`);
  if (urls.length === 1 && !urls.every(isOwn))
    throw new Error(
      'RPC_URL needs the addresses of two providers in production, separated by a comma: two must agree before money ' +
        'counts. Only your own node, in your private network, is trusted alone.',
    );
}
