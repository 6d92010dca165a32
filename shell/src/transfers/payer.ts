import type { Client } from '@touchline/api/client';
import type { Config as Deployment } from '@touchline/api/http/config';
import { TransferError } from '@touchline/host/transfers';
import type { Wagmi } from '../wallet/wagmi-config.ts';

export interface TransferDeps {
  wagmi: Wagmi;
  deployment: Deployment;
  /** Returns the recipient of a payout. */
  api: Client;
  /** The account that is signed in, in lower case; null for a guest. Entry fees and stakes are paid from it. */
  user: () => string | null;
  /** Timeout for the receipt, in ms. */
  receiptMs: number;
  /** Timeout for requests that the wallet handles without its user, in ms. */
  responseMs: number;
}

/** The paying wallet, through its provider. */
export interface Payer {
  address: `0x${string}`;
  /** All accounts that the wallet exposes to this page, the selected one first. */
  accounts: readonly `0x${string}`[];
  chainId: number;
  request(request: { method: string; params?: unknown[] }): Promise<unknown>;
  /** True if the wallet itself handles this method. WalletConnect serves reads from our own RPC. */
  supports(method: string): boolean;
}

interface Provider extends Pick<Payer, 'request'> {
  /** Methods that the phone has approved. Only in WalletConnect's provider. */
  session?: { namespaces?: Record<string, { methods?: string[] }> };
}

/** @throws TransferError "Wallet not connected" (PAY-15) */
export async function getPayer({ state }: Wagmi): Promise<Payer> {
  if (state.status !== 'connected') throw notConnected();
  const connection = state.connections.get(state.current ?? '');
  const address = connection?.accounts[0];
  if (!connection || !address) throw notConnected();
  const { connector } = connection;
  const provider = (await connector.getProvider().catch(() => undefined)) as Provider | undefined;
  if (!provider) throw notConnected();
  const approved = provider.session?.namespaces?.eip155?.methods;
  return {
    address,
    accounts: connection.accounts,
    chainId: await connector.getChainId(),
    request: (request) => provider.request(request),
    supports: (method) => approved?.includes(method) ?? connector.type !== 'walletConnect',
  };
}

const notConnected = () => new TransferError('UNKNOWN_ERROR', 'Wallet not connected', { type: 'wallet' });
