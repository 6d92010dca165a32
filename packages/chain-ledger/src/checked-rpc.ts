import { setTimeout as sleep } from 'node:timers/promises';
import { type Rpc, WrongChainError } from './rpc.ts';

/** How long an RPC that serves the wrong chain is not asked again. */
const WRONG_CHAIN_COOLDOWN_MS = 60_000;

interface CheckHandlers {
  /** It serves something else. */
  onWrongChain(error: WrongChainError): void;
  /** It did not answer, or serves something else. */
  onFailed(): void;
}

/**
 * The same RPC, which answers nothing until it has proved that it serves the configured chain and token: it may have been
 * down when the others were checked.
 */
export function createCheckedRpc(rpc: Rpc, { onWrongChain: onWrong, onFailed }: CheckHandlers): Rpc {
  let passed: Promise<void> | null = null;
  const check = () => {
    passed ??= rpc.check().catch((error: unknown) => {
      const wrong = error instanceof WrongChainError;
      if (wrong) onWrong(error);
      const forget = () => {
        passed = null;
      };
      if (wrong) setTimeout(forget, WRONG_CHAIN_COOLDOWN_MS).unref();
      else forget();
      throw error;
    });
    return passed;
  };
  const checkFirst =
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
    heads: checkFirst(() => rpc.heads()),
    blockHash: checkFirst((number) => rpc.blockHash(number)),
    transaction: checkFirst((hash) => rpc.transaction(hash)),
    pending: checkFirst((hash) => rpc.pending(hash)),
    transfers: checkFirst((range) => rpc.transfers(range)),
  };
}

const CHECK_TIMEOUT_MS = 5_000;

/** At start: a wrong chain or token ends the process, an RPC that is down does not (it is checked before its first use). */
export async function rejectWrongChain(reader: { check(): Promise<void> }): Promise<void> {
  const checked = reader.check().catch((error: unknown) => {
    if (error instanceof WrongChainError) throw error;
  });
  await Promise.race([checked, sleep(CHECK_TIMEOUT_MS, undefined, { ref: false })]);
}
