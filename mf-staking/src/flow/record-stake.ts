import { TouchlineError } from '@touchline/api/errors';
import { createStake } from '@touchline/api/http/staking';
import type { Host } from '@touchline/host/host';
import type { PaymentFailure } from '@touchline/ui/PaymentFailedPanel';
import type { PendingStake } from './pending-stake.ts';
import { type CoefficientUpdate, SENTENCES } from './stake-phase.ts';

const REPEAT_MS = 2_000;
/** Attempts after which the user reads that it takes long. */
const SLOW_AFTER = 8;

/**
 * Reports a transfer until the server has recorded it as a stake. Repeating a report is harmless.
 * @throws TouchlineError, or the signal's reason
 */
export async function recordStake(
  api: Host['api'],
  { amount, hash }: PendingStake,
  signal: AbortSignal,
  onAttempt: (attempt: { slow: boolean }) => void,
): Promise<CoefficientUpdate | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted();
    onAttempt({ slow: attempt >= SLOW_AFTER });
    const answer = await api.request(createStake, { body: { amount, transaction_hash: hash }, signal });
    if ('stake' in answer) return answer.coefficientUpdate;
    await new Promise((done) => setTimeout(done, REPEAT_MS));
  }
}

/** Refusals that are final for a transfer. */
const FINAL = new Set([
  'TX_REVERTED',
  'TX_NOT_PAYMENT',
  'TX_ALREADY_USED',
  'STAKE_REFUSED',
  'VALIDATION_FAILED',
]);

export const isRefused = (error: unknown) => error instanceof TouchlineError && FINAL.has(error.code);

/** A failed report as the user reads it. With `hash`, a retry reports the same transfer again. */
export function recordFailure(error: unknown, hash: string): PaymentFailure {
  const known = error instanceof TouchlineError ? error : null;
  const refused = isRefused(error);
  const message = known?.message ?? 'The server cannot be reached.';
  return {
    title: SENTENCES.record,
    message: refused ? message : `${message} Your tokens are safe.`,
    type: 'record',
    code: known?.code === 'NETWORK_ERROR' ? known.code : 'UNKNOWN_ERROR',
    ...(known ? { serverCode: known.code } : {}),
    hash: refused ? undefined : hash,
  };
}
