import { isTemporary, TouchlineError } from '@touchline/api/errors';
import { beginPayout, giveUpPayout, type Payout, reportPayout } from '@touchline/api/http/admin-money';
import type { Host } from '@touchline/host/host';

type Api = Host['api'];

export const UNKNOWN_TRANSACTION = {
  title: 'Was this transfer sent?',
  message:
    'You claimed this payout earlier, here or on another device, and its transaction is not known. Check the activity in your wallet. Then report the transaction, or give the payout up if nothing was sent.',
};
export const UNKNOWN_BATCH = {
  title: 'Was this batch sent?',
  message:
    'Not every transfer of the batch is known to be on the blockchain. Check the activity in your wallet and resume. If nothing more was sent, give the other payouts up. Players get their tokens later, and no player is paid twice.',
};

/** Creates an error that stops the batch and is shown to the admin. */
export const createProblem = (problem: { title: string; message: string }) =>
  Object.assign(new Error(problem.message), problem);

/** Claims a payout before its transfer. Only a claim that is `newly_begun` may be sent. */
export const claim = (api: Api, id: string) => api.request(beginPayout, { params: { id } });

/** Releases a claim. The payout is then locked for a while. */
export const giveUp = (api: Api, id: string) => api.request(giveUpPayout, { params: { id }, body: {} });

/** Releases a claim for which the wallet was not asked or declined. The payout is not locked. */
export const release = (api: Api, { id, begun_at }: Payout) =>
  api.request(giveUpPayout, {
    params: { id },
    body: { nothing_signed: true, begun_at: begun_at ?? undefined },
  });

const MAX_REPORT_RETRIES = 10;
const RETRY_PAUSE_SECONDS = 2;

/** Reports the transaction to the server; retries while the server is unavailable, not sooner than it allows. */
export async function reportTransaction(api: Api, id: string, hash: string): Promise<Payout> {
  for (let left = MAX_REPORT_RETRIES; ; left -= 1) {
    try {
      const request = { params: { id }, body: { transaction_hash: hash } };
      return (await api.request(reportPayout, request)).payout;
    } catch (error) {
      if (!(error instanceof TouchlineError) || !isTemporary(error) || left === 0) throw error;
      const pause = error.retryAfter ?? RETRY_PAUSE_SECONDS;
      await new Promise((done) => setTimeout(done, pause * 1_000));
    }
  }
}
