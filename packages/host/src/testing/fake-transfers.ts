import type { Transfer, TransferError, TransferStep, Transfers } from '../transfers.ts';

/** Transfers without a wallet or a chain. Each one succeeds immediately unless the test configures a failure. */
export interface FakeTransfers extends Transfers {
  /** Transfers that the remote requested, in order. */
  readonly requested: Transfer[];
  /** Hashes that the remote waited for, in order. */
  readonly waited: string[];
  /** Makes the next `send` fail: after sending if the error carries a hash, otherwise before. */
  fail(error: TransferError): void;
  /** Makes the next `wait` fail. */
  failWait(error: TransferError): void;
  /** Sets the balance of every wallet. Initially a million tokens. */
  setBalance(tokens: string): void;
  /** Pauses the next `send` at this step. Call the returned function to resume. */
  hold(step: TransferStep['step']): () => void;
}

/** `0x000…01` for the first transfer, and so on. */
export const fakeHash = (n: number) => `0x${n.toString(16).padStart(64, '0')}`;

export function createFakeTransfers(): FakeTransfers {
  const requested: Transfer[] = [];
  const waited: string[] = [];
  let failure: TransferError | null = null;
  let waitFailure: TransferError | null = null;
  let tokens = '1000000';
  let held: { step: TransferStep['step']; until: Promise<void> } | null = null;

  async function reach(step: TransferStep, onStep: ((step: TransferStep) => void) | undefined) {
    onStep?.(step);
    if (held?.step !== step.step) return;
    const { until } = held;
    held = null;
    await until;
  }

  function throwIf(error: TransferError | null) {
    if (error) throw error;
  }

  return {
    requested,
    waited,
    fail: (error) => {
      failure = error;
    },
    failWait: (error) => {
      waitFailure = error;
    },
    setBalance: (amount) => {
      tokens = amount;
    },
    balance: async () => tokens,
    hold(step) {
      let go = () => {};
      const until = new Promise<void>((done) => {
        go = done;
      });
      held = { step, until };
      return go;
    },
    async send(transfer, onStep) {
      requested.push(transfer);
      const error = failure;
      failure = null;
      await reach({ step: 'checking' }, onStep);
      await reach({ step: 'confirm-in-wallet' }, onStep);
      if (!error?.hash) throwIf(error);
      const hash = error?.hash ?? fakeHash(requested.length);
      await reach({ step: 'sent', hash }, onStep);
      throwIf(error);
      await reach({ step: 'confirmed', hash }, onStep);
      return { hash };
    },
    async wait(hash) {
      waited.push(hash);
      const error = waitFailure;
      waitFailure = null;
      throwIf(error);
      return { hash };
    },
  };
}
