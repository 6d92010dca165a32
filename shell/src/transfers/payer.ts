import type { Client } from '@touchline/api/client';
import type { Config as Deployment } from '@touchline/api/http/config';
import { TransferError } from '@touchline/host/transfers';
import type { Wagmi } from '../wallet/wagmi-config.ts';

export interface TransferDeps {
  wagmi: Wagmi;
  deployment: Deployment;
  /** Says which wallet a payout goes to. */
  api: Client;
  /** How long to look for a receipt, in ms. */
  receiptMs: number;
  /** How long to wait for requests that the wallet answers without its user, in ms. */
  answerMs: number;
}

/** The paying wallet, by its provider. */
export interface Payer {
  address: `0x${string}`;
  /** All accounts that the wallet shows to this page, the chosen one first. */
  accounts: readonly `0x${string}`[];
  chainId: number;
  request(call: { method: string; params?: unknown[] }): Promise<unknown>;
  /** False if the wallet itself does not answer this method (WalletConnect answers reads from our own RPC). */
  answers(method: string): boolean;
}

interface Provider extends Pick<Payer, 'request'> {
  /** Only on WalletConnect's provider: the methods that the phone has approved. */
  session?: { namespaces?: Record<string, { methods?: string[] }> };
}

/** @throws TransferError "Wallet not connected" (PAY-15) */
export async function payerOf({ state }: Wagmi): Promise<Payer> {
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
    request: (call) => provider.request(call),
    answers: (method) => approved?.includes(method) ?? connector.type !== 'walletConnect',
  };
}

const notConnected = () => new TransferError('UNKNOWN_ERROR', 'Wallet not connected', { type: 'wallet' });
