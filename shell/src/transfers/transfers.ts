import type { Config as Deployment } from '@touchline/api/http/config';
import { TRANSFER_TEXT, TransferError, type Transfers } from '@touchline/host/transfers';
import type { Wagmi } from '../wallet/wagmi-config.ts';
import type { TransferDeps } from './payer.ts';

/** Loads the code on the first payment, because most visits have none. */
const loadCode = async () => {
  const [{ sendTransfer }, { waitForTransfer }] = await orNetworkError(
    Promise.all([
      import(/* webpackChunkName: "transfers" */ './send-transfer.ts'),
      import(/* webpackChunkName: "transfers" */ './wait-for-transfer.ts'),
    ]),
  );
  return { sendTransfer, waitForTransfer };
};

/** Converts a failure to load code to NETWORK_ERROR. */
const orNetworkError = <T>(code: Promise<T>): Promise<T> =>
  code.catch((cause: unknown) => {
    throw new TransferError('NETWORK_ERROR', TRANSFER_TEXT.NETWORK_ERROR, { cause });
  });

/** Time for which the browser looks for a receipt. The server continues after that. */
const RECEIPT_TIMEOUT_MS = 180_000;

/** Timeout for requests that the wallet handles without its user. On a phone, the app may have to be opened first. */
const RESPONSE_TIMEOUT_MS = 60_000;

type TransferOptions = Pick<TransferDeps, 'api'> & Partial<Pick<TransferDeps, 'receiptMs' | 'responseMs'>>;

/** Creates `host.transfers`: payments in the deployment's token, one at a time. */
export function createTransfers(
  openWagmi: () => Promise<Wagmi>,
  deployment: Deployment,
  { api, receiptMs = RECEIPT_TIMEOUT_MS, responseMs = RESPONSE_TIMEOUT_MS }: TransferOptions,
): Transfers {
  const ready = async () => {
    const [{ sendTransfer, waitForTransfer }, wagmi] = await Promise.all([
      loadCode(),
      orNetworkError(openWagmi()),
    ]);
    return { sendTransfer, waitForTransfer, deps: { wagmi, deployment, api, receiptMs, responseMs } };
  };
  let busy = false;
  return {
    async send(transfer, onStep = () => {}) {
      if (busy)
        throw new TransferError('UNKNOWN_ERROR', 'Another payment is in progress. Finish it first.', {
          type: 'wallet',
        });
      busy = true;
      try {
        onStep({ step: 'checking' });
        const { sendTransfer, waitForTransfer, deps } = await ready();
        const sent = await sendTransfer(deps, transfer, onStep);
        onStep({ step: 'sent', hash: sent });
        const hash = await waitForTransfer(deps, sent, onStep);
        onStep({ step: 'confirmed', hash });
        return { hash };
      } finally {
        busy = false;
      }
    },
    async wait(hash) {
      const { waitForTransfer, deps } = await ready();
      return { hash: await waitForTransfer(deps, hash) };
    },
    async balance(address) {
      const [{ readBalance: balanceOf }, { weiToTokens }, wagmi] = await Promise.all([
        import(/* webpackChunkName: "transfers" */ './balance.ts'),
        import(/* webpackChunkName: "transfers" */ '@touchline/rules/tokens'),
        openWagmi(),
      ]);
      return weiToTokens(await balanceOf({ wagmi, deployment }, address as `0x${string}`));
    },
  };
}
