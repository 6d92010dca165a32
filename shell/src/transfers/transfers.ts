import type { Config as Deployment } from '@touchline/api/http/config';
import { TRANSFER_TEXT, TransferError, type Transfers } from '@touchline/host/transfers';
import type { Wagmi } from '../wallet/wagmi-config.ts';

/** Its code is fetched by the first payment: most visits have none. */
const load = async () => {
  const [{ sendTransfer }, { waitForTransfer }] = await Promise.all([
    import(/* webpackChunkName: "transfers" */ './send-transfer.ts'),
    import(/* webpackChunkName: "transfers" */ './wait-for-transfer.ts'),
  ]).catch((cause: unknown) => {
    throw new TransferError('NETWORK_ERROR', TRANSFER_TEXT.NETWORK_ERROR, { cause });
  });
  return { sendTransfer, waitForTransfer };
};

/** After this the browser says that it cannot see the transaction; the server goes on looking. */
const WAIT_MS = 180_000;

/** A wallet that is asked where it is answers within this, or not at all: a phone may have to be taken out first. */
const ANSWER_MS = 60_000;

/** What the shell offers as `host.transfers`: payments in the deployment's token, one at a time. */
export function createTransfers(
  wagmi: Wagmi,
  deployment: Deployment,
  { waitMs = WAIT_MS, answerMs = ANSWER_MS } = {},
): Transfers {
  const deps = { wagmi, deployment, waitMs, answerMs };
  let busy = false;
  return {
    async send(transfer, onStep = () => {}) {
      if (busy)
        throw new TransferError('UNKNOWN_ERROR', 'Another payment is still under way. Finish it first.', {
          type: 'wallet',
        });
      busy = true;
      try {
        onStep({ step: 'checking' });
        const { sendTransfer, waitForTransfer } = await load();
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
      const { waitForTransfer } = await load();
      return { hash: await waitForTransfer(deps, hash) };
    },
  };
}
