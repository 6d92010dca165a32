import { setTimeout as sleep } from 'node:timers/promises';
import { chainUnavailable } from './agreement.ts';
import { WrongChainError } from './rpc.ts';
import type { TransferReader } from './transfer-reader.ts';

/**
 * The same reader, silent until an RPC has proved that it serves the configured chain and token. Until then every call
 * raises UPSTREAM_UNAVAILABLE, so payments wait; each call tries the check again.
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
  const after =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await check().catch((cause: unknown) => {
        throw chainUnavailable(cause);
      });
      return call(...args);
    };
  return {
    check,
    byHash: after(reader.byHash),
    pending: after(reader.pending),
    scan: after(reader.scan),
    heads: after(reader.heads),
    isCanonical: after(reader.isCanonical),
  };
}

const CHECK_TIMEOUT_MS = 5_000;

/** At start: a wrong chain or token ends the process, an RPC that is down does not (payments wait until it is back). */
export async function refuseWrongChain(reader: TransferReader): Promise<void> {
  const checked = reader.check().catch((error: unknown) => {
    if (error instanceof WrongChainError) throw error;
  });
  await Promise.race([checked, sleep(CHECK_TIMEOUT_MS, undefined, { ref: false })]);
}
