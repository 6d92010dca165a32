import type { Transfer, TransferError, TransferStep, Transfers } from './transfers.tsx';

/** Transfers without a wallet or a chain: every one succeeds at once, unless a test says otherwise. */
export interface FakeTransfers extends Transfers {
  /** What the remote asked to be paid, in order. */
  readonly asked: Transfer[];
  /** The hashes that the remote waited for, in order. */
  readonly waited: string[];
  /** The next `send` fails with this: before anything was sent, or after when the error carries a hash. */
  fail(error: TransferError): void;
  /** The next `wait` fails with this. */
  failWait(error: TransferError): void;
  /** The next `send` stands still before it goes on from this step; the result lets it go on. */
  hold(step: TransferStep['step']): () => void;
}

/** "0x000…01" for the first, and so on. */
export const fakeHash = (n: number) => `0x${n.toString(16).padStart(64, '0')}`;

export function createFakeTransfers(): FakeTransfers {
  const asked: Transfer[] = [];
  const waited: string[] = [];
  let failure: TransferError | null = null;
  let waitFailure: TransferError | null = null;
  let held: { step: TransferStep['step']; until: Promise<void> } | null = null;

  async function reach(step: TransferStep, onStep: ((step: TransferStep) => void) | undefined) {
    onStep?.(step);
    if (held?.step !== step.step) return;
    const { until } = held;
    held = null;
    await until;
  }

  /** Fails once. */
  function take(error: TransferError | null) {
    if (error) throw error;
  }

  return {
    asked,
    waited,
    fail: (error) => {
      failure = error;
    },
    failWait: (error) => {
      waitFailure = error;
    },
    hold(step) {
      let go = () => {};
      const until = new Promise<void>((done) => {
        go = done;
      });
      held = { step, until };
      return go;
    },
    async send(transfer, onStep) {
      asked.push(transfer);
      const error = failure;
      failure = null;
      await reach({ step: 'checking' }, onStep);
      await reach({ step: 'confirm-in-wallet' }, onStep);
      if (!error?.hash) take(error);
      const hash = error?.hash ?? fakeHash(asked.length);
      await reach({ step: 'sent', hash }, onStep);
      take(error);
      await reach({ step: 'confirmed', hash }, onStep);
      return { hash };
    },
    async wait(hash) {
      waited.push(hash);
      const error = waitFailure;
      waitFailure = null;
      take(error);
      return { hash };
    },
  };
}
