import { setTimeout as sleep } from 'node:timers/promises';
import { type Rpc, WrongChainError } from './rpc.ts';

/** How long an RPC that serves the wrong chain is not asked again. */
const WRONG_FOR_MS = 60_000;

interface Told {
  /** It serves something else. */
  onWrong(error: WrongChainError): void;
  /** It did not answer, or serves something else. */
  onFailed(): void;
}

/**
 * The same RPC, which answers nothing until it has proved that it serves the configured chain and token: it may have been
 * down when the others were checked.
 */
export function checkedRpc(rpc: Rpc, { onWrong, onFailed }: Told): Rpc {
  let passed: Promise<void> | null = null;
  const check = () => {
    passed ??= rpc.check().catch((error: unknown) => {
      const wrong = error instanceof WrongChainError;
      if (wrong) onWrong(error);
      const forget = () => {
        passed = null;
      };
      if (wrong) setTimeout(forget, WRONG_FOR_MS).unref();
      else forget();
      throw error;
    });
    return passed;
  };
  const after =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      try {
        await check();
        return await call(...args);
      } catch (error) {
        onFailed();
        throw error;
      }
    };
  return {
    name: rpc.name,
    check,
    heads: after(() => rpc.heads()),
    blockHash: after((number) => rpc.blockHash(number)),
    transaction: after((hash) => rpc.transaction(hash)),
    pending: after((hash) => rpc.pending(hash)),
    transfers: after((range) => rpc.transfers(range)),
  };
}

const CHECK_TIMEOUT_MS = 5_000;

/** At start: a wrong chain or token ends the process, an RPC that is down does not (it is checked before its first use). */
export async function refuseWrongChain(reader: { check(): Promise<void> }): Promise<void> {
  const checked = reader.check().catch((error: unknown) => {
    if (error instanceof WrongChainError) throw error;
  });
  await Promise.race([checked, sleep(CHECK_TIMEOUT_MS, undefined, { ref: false })]);
}
