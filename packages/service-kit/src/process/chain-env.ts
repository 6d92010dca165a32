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

/** Second-level names below which countries register domains, for example co.uk. */
const SHARED_SUFFIX = /^(ac|co|com|edu|gov|ne|net|or|org)\.[a-z]{2}$/;

/**
 * Identifies the provider of an RPC: the registrable domain, regardless of case, subdomain, port, credentials, path and query.
 * Nodes in the machine or in a private network are separate by address and port.
 */
function identifyRpcProvider(address: string): string {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isInNetwork(address, 'private network')) {
    const node = isInNetwork(address, 'machine') ? 'localhost' : ipaddr.process(host).toString();
    return `${node}:${url.port || url.protocol}`;
  }
  if (ipaddr.isValid(host)) return ipaddr.process(host).toString();
  const labels = host.split('.');
  return labels.slice(SHARED_SUFFIX.test(labels.slice(-2).join('.')) ? -3 : -2).join('.');
}

/**
 * Selects one address per provider, the first, because two addresses of one provider must not outvote another.
 * @returns the selected addresses, and the host names of the others
 */
export function findDistinctRpcs(urls: readonly string[]): { distinct: string[]; duplicates: string[] } {
  const isFirst = (url: string, index: number) =>
    urls.findIndex((each) => identifyRpcProvider(each) === identifyRpcProvider(url)) === index;
  return {
    distinct: urls.filter(isFirst),
    duplicates: urls.filter((url, index) => !isFirst(url, index)).map((url) => new URL(url).host),
  };
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
  const [twice] = findDistinctRpcs(urls).duplicates;
  if (twice)
    throw new Error(
      `RPC_URL lists the provider of ${twice} twice: two addresses of one provider count as one RPC.`,
    );
  if (urls.length === 1 && !urls.every(isOwn))
    throw new Error(
      'RPC_URL needs the addresses of two providers in production, separated by a comma: payments count only when two ' +
        'RPCs agree. Only your own node in your private network is trusted alone.',
    );
}
