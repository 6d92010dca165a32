import { setTimeout as sleep } from 'node:timers/promises';
import { TouchlineError } from '@touchline/api/errors';
import { type TransferReader, WrongChainError } from './transfer-reader.ts';

/**
 * The same reader, which believes no RPC before one has proved that it speaks of the configured chain and token. Until
 * then every call raises UPSTREAM_UNAVAILABLE, so that a payment waits; the check is tried again with each call.
 */
export function checkedTransfers(reader: TransferReader): TransferReader {
  let passed: Promise<void> | null = null;
  const check = () => {
    passed ??= reader.check().catch((error: unknown) => {
      passed = null;
      throw error;
    });
    return passed;
  };
  async function ready(): Promise<void> {
    await check().catch((cause: unknown) => {
      const sentence =
        'The chain cannot be reached at the moment. Nothing is lost; try again in a little while.';
      throw new TouchlineError('UPSTREAM_UNAVAILABLE', sentence, { cause, retryAfter: 5 });
    });
  }
  const after =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await ready();
      return call(...args);
    };
  return {
    check,
    byHash: after(reader.byHash),
    scan: after(reader.scan),
    heads: after(reader.heads),
    isCanonical: after(reader.isCanonical),
  };
}

const PATIENCE_MS = 5_000;

/** At start: a wrong chain or token ends the process, an RPC that is down does not (payments wait until it is back). */
export async function refuseWrongChain(reader: TransferReader): Promise<void> {
  const checked = reader.check().catch((error: unknown) => {
    if (error instanceof WrongChainError) throw error;
  });
  await Promise.race([checked, sleep(PATIENCE_MS, undefined, { ref: false })]);
}
