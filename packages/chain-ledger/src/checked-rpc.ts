import { waitAtMost } from '@touchline/service-kit/process/shared-work';
import { type Rpc, WrongChainError } from './rpc.ts';

/** Pause before an RPC that serves the wrong chain is checked again. */
const WRONG_CHAIN_COOLDOWN_MS = 60_000;

interface CheckHandlers {
  /** The RPC serves another chain or token. */
  onWrongChain(error: WrongChainError): void;
  /** The RPC did not respond, or serves another chain or token. */
  onFailed(): void;
}

/** Wraps an RPC so that it is used only once its chain and token have been verified. It may be down when the others are verified. */
export function createCheckedRpc(rpc: Rpc, { onWrongChain: onWrong, onFailed }: CheckHandlers): Rpc {
  let checked: Promise<void> | null = null;
  const check = () => {
    checked ??= rpc.check().catch((error: unknown) => {
      const wrong = error instanceof WrongChainError;
      if (wrong) onWrong(error);
      const reset = () => {
        checked = null;
      };
      if (wrong) setTimeout(reset, WRONG_CHAIN_COOLDOWN_MS).unref();
      else reset();
      throw error;
    });
    return checked;
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
    logs: checkFirst((range) => rpc.logs(range)),
    balance: checkFirst((address, block) => rpc.balance(address, block)),
    usedNonces: checkFirst((address, block) => rpc.usedNonces(address, block)),
    nextNonce: checkFirst((address) => rpc.nextNonce(address)),
    vaultOwner: checkFirst((address) => rpc.vaultOwner(address)),
  };
}

const CHECK_TIMEOUT_MS = 5_000;

/**
 * Ends the start-up when an RPC serves the wrong chain or token. An RPC that is down is tolerated: it is checked before its
 * first use. @throws WrongChainError
 */
export async function rejectWrongChain(reader: { check(): Promise<void> }): Promise<void> {
  const check = reader.check().catch((error: unknown) => {
    if (error instanceof WrongChainError) throw error;
  });
  await waitAtMost(CHECK_TIMEOUT_MS, check);
}
