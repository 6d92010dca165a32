import { TouchlineError } from '@touchline/api/errors';
import { createStake } from '@touchline/api/http/staking';
import type { Host } from '@touchline/host/host';
import type { PaymentFailure } from '@touchline/ui/PaymentFailedPanel';
import { FORGET_AFTER_MS, type PendingStake } from './pending-stake.ts';
import { type CoefficientUpdate, FAILURE_SUMMARIES } from './stake-phase.ts';

const REPEAT_MS = 2_000;
/** Attempts after which the user is notified of the delay. */
const SLOW_AFTER = 8;
const NOT_FOUND = "Your transfer hasn't been found on the blockchain yet.";

/**
 * Reports a transfer until the server has recorded it as a stake. Repeating a report is harmless.
 * @throws TouchlineError, also when the transfer is old enough to be forgotten, or the signal's reason
 */
export async function recordStake(
  api: Host['api'],
  { amount, hash, since }: PendingStake,
  signal: AbortSignal,
  onAttempt: (attempt: { slow: boolean }) => void,
): Promise<CoefficientUpdate | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted();
    onAttempt({ slow: attempt >= SLOW_AFTER });
    const response = await api.request(createStake, { body: { amount, transaction_hash: hash }, signal });
    if ('stake' in response) return response.coefficientUpdate;
    if (api.now() - since >= FORGET_AFTER_MS) throw new TouchlineError('UPSTREAM_UNAVAILABLE', NOT_FOUND);
    await new Promise((done) => setTimeout(done, REPEAT_MS));
  }
}

/** Error codes with which the server finally rejects a transfer. */
const FINAL_CODES = new Set([
  'TX_REVERTED',
  'TX_NOT_PAYMENT',
  'TX_ALREADY_USED',
  'STAKE_REFUSED',
  'VALIDATION_FAILED',
]);

export const isFinalRejection = (error: unknown) =>
  error instanceof TouchlineError && FINAL_CODES.has(error.code);

/** Builds the failure shown to the user. With `hash`, a retry reports the same transfer again. */
export function buildRecordFailure(error: unknown, hash: string): PaymentFailure {
  const apiError = error instanceof TouchlineError ? error : null;
  const isFinal = isFinalRejection(error);
  const message = apiError?.message ?? "The server can't be reached.";
  return {
    title: FAILURE_SUMMARIES.record,
    message: isFinal ? message : `${message} Your tokens are safe.`,
    type: 'record',
    code: apiError?.code === 'NETWORK_ERROR' ? apiError.code : 'UNKNOWN_ERROR',
    ...(apiError ? { serverCode: apiError.code } : {}),
    hash: isFinal ? undefined : hash,
  };
}
