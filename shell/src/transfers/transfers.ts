import type { Config as Deployment } from '@touchline/api/http/config';
import { TRANSFER_TEXT, TransferError, type Transfers } from '@touchline/host/transfers';
import type { Wagmi } from '../wallet/wagmi-config.ts';
import type { TransferDeps } from './payer.ts';

/** Loads the code on the first payment, because most visits have none. */
const loadCode = async () => ({
  ...(await import(/* webpackChunkName: "transfers" */ './send-transfer.ts')),
  ...(await import(/* webpackChunkName: "transfers" */ './wait-for-transfer.ts')),
});

/** Loads the code of claims, which only winners use. */
const loadClaimCode = () => import(/* webpackChunkName: "claims" */ './claim-prize.ts');

/** Loads the code of batches, which only administrators use. */
const loadBatchCode = async () => ({
  ...(await import(/* webpackChunkName: "batches" */ './send-batch.ts')),
  ...(await import(/* webpackChunkName: "batches" */ './wait-for-batch.ts')),
});

/** Loads the code of the prize vault, which only administrators use. */
const loadVaultCode = () => import(/* webpackChunkName: "batches" */ './prize-vault.ts');

/** Time for which the browser looks for a receipt. The server continues after that. */
const RECEIPT_TIMEOUT_MS = 180_000;

/** Timeout for requests that the wallet handles without its user. On a phone, the app may have to be opened first. */
const RESPONSE_TIMEOUT_MS = 60_000;

/** Runs one payment at a time. The wallet may show only one request, and the user must not mix them up. */
function createExclusive() {
  let busy = false;
  return async <T>(payment: () => Promise<T>): Promise<T> => {
    if (busy)
      throw new TransferError('UNKNOWN_ERROR', 'Another payment is in progress. Finish it first.', {
        type: 'wallet',
      });
    busy = true;
    try {
      return await payment();
    } finally {
      busy = false;
    }
  };
}

type TransferOptions = Pick<TransferDeps, 'api' | 'user'> &
  Partial<Pick<TransferDeps, 'receiptMs' | 'responseMs'>>;

/** Creates `host.transfers`: payments in the deployment's token, one at a time. */
export function createTransfers(
  openWagmi: () => Promise<Wagmi>,
  deployment: Deployment,
  { api, user, receiptMs = RECEIPT_TIMEOUT_MS, responseMs = RESPONSE_TIMEOUT_MS }: TransferOptions,
): Transfers {
  /** Loads code and the wallet library. @throws TransferError NETWORK_ERROR if either cannot be loaded */
  const ready = async <T>(load: () => Promise<T>) => {
    const [code, wagmi] = await Promise.all([load(), openWagmi()]).catch((cause: unknown) => {
      throw new TransferError('NETWORK_ERROR', TRANSFER_TEXT.NETWORK_ERROR, { cause });
    });
    return { ...code, deps: { wagmi, deployment, api, user, receiptMs, responseMs } };
  };
  const runAlone = createExclusive();
  return {
    send: (transfer, onStep = () => {}) =>
      runAlone(async () => {
        onStep({ step: 'checking' });
        const { sendTransfer, waitForTransfer, deps } = await ready(loadCode);
        const sent = await sendTransfer(deps, transfer, onStep);
        onStep({ step: 'sent', hash: sent });
        const hash = await waitForTransfer(deps, sent, onStep);
        onStep({ step: 'confirmed', hash });
        return { hash };
      }),
    batches: {
      async supported() {
        const { supportsBatches, deps } = await ready(loadBatchCode);
        return supportsBatches(deps);
      },
      send: (batch, onStep = () => {}) =>
        runAlone(async () => {
          onStep({ step: 'checking' });
          const { sendBatch, waitForBatch, deps } = await ready(loadBatchCode);
          const id = await sendBatch(deps, batch, onStep);
          onStep({ step: 'sent', id });
          return waitForBatch(deps, id);
        }),
      async wait(id) {
        const { waitForBatch, deps } = await ready(loadBatchCode);
        return waitForBatch(deps, id);
      },
    },
    vault: {
      fund: (game, options = {}) =>
        runAlone(async () => {
          const { fundPrizes, deps } = await ready(loadVaultCode);
          return fundPrizes(deps, game, options);
        }),
      pay: (game, after, options = {}) =>
        runAlone(async () => {
          const { payPrizes, deps } = await ready(loadVaultCode);
          return payPrizes(deps, { game, after }, options);
        }),
    },
    claims: {
      send: (participationId, onStep = () => {}) =>
        runAlone(async () => {
          onStep({ step: 'checking' });
          const { sendClaim, waitForClaim, deps } = await ready(loadClaimCode);
          const sent = await sendClaim(deps, participationId, onStep);
          if (sent === null) return { hash: null };
          onStep({ step: 'sent', hash: sent });
          return waitForClaim(deps, participationId, sent);
        }),
      async wait(participationId, hash) {
        const { waitForClaim, deps } = await ready(loadClaimCode);
        return waitForClaim(deps, participationId, hash);
      },
    },
    async wait(hash) {
      const { waitForTransfer, deps } = await ready(loadCode);
      return { hash: await waitForTransfer(deps, hash) };
    },
    async balance(address) {
      const [{ readBalance: balanceOf }, { weiToTokens }, wagmi] = await Promise.all([
        import(/* webpackChunkName: "transfers" */ './balance.ts'),
        import(/* webpackChunkName: "transfers" */ '@touchline/rules/tokens'),
        openWagmi(),
      ]);
      return weiToTokens(await balanceOf(wagmi, deployment.token.address, address));
    },
  };
}
