import type { Config as Deployment } from '@touchline/api/http/config';
import { TransferError } from '@touchline/host/transfers';
import type { Wagmi } from '../wallet/wagmi-config.ts';

export interface TransferDeps {
  wagmi: Wagmi;
  deployment: Deployment;
  /** How long to look for a receipt. */
  waitMs: number;
  /** How long to wait for what the wallet can say without its user. */
  answerMs: number;
}

/** The wallet that pays, asked directly. */
export interface Payer {
  address: `0x${string}`;
  chainId: number;
  request(call: { method: string; params?: unknown[] }): Promise<unknown>;
  /** False: what it is asked is answered by someone else (the QR kind answers reads from our own RPC). */
  answers(method: string): boolean;
}

interface Provider extends Pick<Payer, 'request'> {
  /** Of WalletConnect's provider: what the phone has agreed to answer. */
  session?: { namespaces?: Record<string, { methods?: string[] }> };
}

/** PAY-15: raises "Wallet not connected". */
export async function payerOf({ state }: Wagmi): Promise<Payer> {
  if (state.status !== 'connected') throw notConnected();
  const connection = state.connections.get(state.current ?? '');
  const address = connection?.accounts[0];
  if (!connection || !address) throw notConnected();
  const { connector } = connection;
  const provider = (await connector.getProvider().catch(() => undefined)) as Provider | undefined;
  if (!provider) throw notConnected();
  const agreed = provider.session?.namespaces?.eip155?.methods;
  return {
    address,
    chainId: await connector.getChainId(),
    request: (call) => provider.request(call),
    answers: (method) => agreed?.includes(method) ?? connector.type !== 'walletConnect',
  };
}

const notConnected = () => new TransferError('UNKNOWN_ERROR', 'Wallet not connected', { type: 'wallet' });
