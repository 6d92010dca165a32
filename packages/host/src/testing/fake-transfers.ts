import {
  type Batch,
  type BatchResult,
  type Transfer,
  TransferError,
  type TransferStep,
  type Transfers,
  type VaultOptions,
} from '../transfers.ts';
import { deferred } from './deferred.ts';

/** Transfers without a wallet or a chain. Each one succeeds immediately unless the test configures a failure. */
export interface FakeTransfers extends Transfers {
  /** Transfers that the remote requested, in order. */
  readonly requested: Transfer[];
  /** Hashes that the remote waited for, in order. */
  readonly waited: string[];
  /** Makes the next `send` fail: after sending if the error carries a hash, otherwise before. */
  fail(error: TransferError): void;
  /** Batches that the remote requested, in order. */
  readonly requestedBatches: Batch[];
  /** Ids of batches that the remote waited for, in order. */
  readonly waitedBatches: string[];
  /** Makes the wallet offer batches of at most this many transfers. Initially it offers none. */
  offerBatches(max: number): void;
  /** Makes the next batch send only its first transfers, as a wallet without atomic batches does after a failure. */
  cutBatch(sent: number): void;
  /** Transactions with the prize vault that the remote requested, in order. */
  readonly requestedVault: { game: string; after?: string | null; pending: string | null }[];
  /** Makes `pay` end after this many batches. Initially one. */
  offerPrizes(batches: number): void;
  /** Makes the next `wait` fail. */
  failWait(error: TransferError): void;
  /** Entries whose prizes the remote claimed, in order. `fail`, `failWait` and `hold` also apply to claims. */
  readonly claimed: string[];
  /** Sets the balance of every wallet. Initially a million tokens. */
  setBalance(tokens: string): void;
  /** Pauses the next `send` at this step. Call the returned function to resume. */
  hold(step: TransferStep['step']): () => void;
}

/** `0x000…01` for the first transfer, and so on. */
export const fakeHash = (n: number) => `0x${n.toString(16).padStart(64, '0')}`;

function throwIf(error: TransferError | null) {
  if (error) throw error;
}

export function createFakeTransfers(): FakeTransfers {
  const requested: Transfer[] = [];
  const waited: string[] = [];
  const claimed: string[] = [];
  const takeFailure = () => {
    const error = failure;
    failure = null;
    return error;
  };
  const fakeBatches = createFakeBatches(takeFailure);
  let failure: TransferError | null = null;
  let waitFailure: TransferError | null = null;
  let tokens = '1000000';
  const { reach, hold } = createHold();

  /** Runs transaction `n` through all steps. */
  async function run(n: number, onStep: ((step: TransferStep) => void) | undefined) {
    const error = takeFailure();
    await reach({ step: 'checking' }, onStep);
    await reach({ step: 'confirm-in-wallet' }, onStep);
    if (!error?.hash) throwIf(error);
    const hash = error?.hash ?? fakeHash(n);
    await reach({ step: 'sent', hash }, onStep);
    throwIf(error);
    await reach({ step: 'confirmed', hash }, onStep);
    return { hash };
  }

  async function waitFor(hash: string) {
    waited.push(hash);
    const error = waitFailure;
    waitFailure = null;
    throwIf(error);
    return { hash };
  }

  const claims: NonNullable<Transfers['claims']> = {
    send: (participationId, onStep) => run(claimed.push(participationId), onStep),
    wait: (_participationId, hash) => waitFor(hash),
  };
  return {
    requested,
    waited,
    ...fakeBatches,
    ...createFakeVault(takeFailure),
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
    hold,
    claimed,
    claims,
    send: (transfer, onStep) => run(requested.push(transfer), onStep),
    wait: waitFor,
  };
}

/** Pauses at the step that the test has named. */
function createHold() {
  let held: { step: TransferStep['step']; until: Promise<void> } | null = null;
  return {
    hold(step: TransferStep['step']) {
      const { promise: until, resolve: go } = deferred();
      held = { step, until };
      return go;
    },
    async reach(step: TransferStep, onStep: ((step: TransferStep) => void) | undefined) {
      onStep?.(step);
      if (held?.step !== step.step) return;
      const { until } = held;
      held = null;
      await until;
    },
  };
}

/** A wallet that executes batches and knows them after a reload. */
function createFakeBatches(takeFailure: () => TransferError | null) {
  const requestedBatches: Batch[] = [];
  const waitedBatches: string[] = [];
  const results = new Map<string, BatchResult>();
  let max = 0;
  let cut = Number.POSITIVE_INFINITY;
  let mined = 0;
  const reject = (batch: 'too-large' | 'unknown') => new TransferError('UNKNOWN_ERROR', batch, { batch });
  function execute({ id, transfers }: Batch): BatchResult {
    const sent = transfers.slice(0, cut);
    cut = Number.POSITIVE_INFINITY;
    const result = {
      complete: sent.length === transfers.length,
      mined: sent.map(({ to, amount }) => {
        mined += 1;
        return { hash: fakeHash(1_000 + mined), to: to.toLowerCase(), amount };
      }),
    };
    results.set(id, result);
    return result;
  }
  const batches: NonNullable<Transfers['batches']> = {
    supported: async () => max > 0,
    async send(batch, onStep) {
      onStep?.({ step: 'checking' });
      onStep?.({ step: 'confirm-in-wallet' });
      if (batch.transfers.length > max) throw reject('too-large');
      requestedBatches.push(batch);
      const failure = takeFailure();
      if (failure?.code === 'USER_REJECTED') throw failure;
      const result = execute(batch);
      // Any other failure is that of a page that does not receive the response.
      if (failure) throw failure;
      onStep?.({ step: 'sent', id: batch.id });
      return result;
    },
    async wait(id) {
      waitedBatches.push(id);
      const result = results.get(id);
      if (!result) throw reject('unknown');
      return result;
    },
  };
  return {
    batches,
    requestedBatches,
    waitedBatches,
    offerBatches: (transfers: number) => {
      max = transfers;
    },
    cutBatch: (sent: number) => {
      cut = sent;
    },
  };
}

/** A prize vault whose transactions succeed. A failure with a hash or of the network happens after sending. */
function createFakeVault(takeFailure: () => TransferError | null) {
  const requestedVault: FakeTransfers['requestedVault'] = [];
  let batches = 1;
  function send(
    request: FakeTransfers['requestedVault'][number],
    action: 'settle' | 'pay',
    options: VaultOptions,
  ) {
    requestedVault.push(request);
    const failure = takeFailure();
    options.onStep?.({ step: 'checking' });
    options.onStep?.({ step: 'confirm-in-wallet', action });
    if (failure && !failure.hash && failure.code !== 'NETWORK_ERROR') throw failure;
    options.onStep?.({ step: 'sent', pending: fakeHash(2_000 + requestedVault.length) });
    if (failure) throw failure;
  }
  const vault: NonNullable<Transfers['vault']> = {
    async fund(game, options = {}) {
      send({ game, pending: options.pending ?? null }, 'settle', options);
    },
    async pay(game, after, options = {}) {
      send({ game, after, pending: options.pending ?? null }, 'pay', options);
      const next = Number(after ?? 0) + 1;
      return { next: next < batches ? String(next) : null, prizes: 100 };
    },
  };
  return {
    vault,
    requestedVault,
    offerPrizes: (count: number) => {
      batches = count;
    },
  };
}
