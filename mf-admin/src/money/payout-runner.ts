import type { Payout } from '@touchline/api/http/admin-money';
import { toTransferError } from '@touchline/host/transfers';
import { Runner, type RunnerOptions, type RunnerState } from '../components/runner.ts';
import { BatchPayments } from './batch-payments.ts';
import { claim, createProblem, giveUp, release, reportTransaction, UNKNOWN_TRANSACTION } from './claims.ts';
import { type StoredBatch, storedBatch } from './stored-batch.ts';

export type PayoutRunnerState = StoredBatch & RunnerState;

/**
 * Sends payouts: claim, transfer, report. With EIP-5792 the wallet confirms a whole batch, otherwise each transfer. After an
 * interruption the queue resumes at the same payout or batch. A payout that was claimed earlier, on any device, may have been
 * sent; it is never sent again automatically.
 */
export class PayoutRunner extends Runner<PayoutRunnerState> {
  private readonly batches: BatchPayments;

  constructor(options: RunnerOptions) {
    const stored = { ...storedBatch.load(options.wallet), step: null, problem: null };
    super(options, stored, storedBatch.buildKey(options.wallet));
    this.batches = new BatchPayments(options.host, {
      get: this.get,
      update: (change) => this.update(change),
      report: (id, hash) => this.reportTransaction(id, hash),
      dequeue: (id) => this.dequeue(id),
      dequeueUnsent: (id) => this.dequeueUnsent(id),
      paySingle: (payout) => this.sendClaimed(payout),
    });
  }

  /** Adds payouts to the queue and starts it. */
  pay(ids: readonly string[]): void {
    const { queue, total } = this.get();
    const added = ids.filter((id) => !queue.includes(id));
    const done = queue.length === 0 ? 0 : total - queue.length;
    const change = { queue: [...queue, ...added], total: done + queue.length + added.length };
    if (this.running) this.update(change);
    else this.state.setState(change);
    this.resume();
  }

  /** Removes the first payout from the queue, for example because another admin pays it, and continues. */
  skip(): void {
    const [first] = this.get().queue;
    if (first === undefined) return;
    void this.run(() => {
      this.dequeueUnsent(first);
      return this.process();
    });
  }

  /** Discards the remaining payouts that are shown. Those that were claimed remain claimed. */
  discard(): void {
    const { queue } = this.get();
    void this.run(async () => queue.forEach((id) => void this.dequeueUnsent(id)));
  }

  /** Reports the transaction of a payout by hand, also while another tab sends payouts. */
  async report(id: string, hash: string): Promise<Payout> {
    const payout = await reportTransaction(this.options.host.api, id, hash);
    this.loadUnlessRunning();
    this.dequeue(id);
    return payout;
  }

  /** Releases a claimed payout of which the admin believes that nothing was sent. It is locked for a while. */
  async giveUp(id: string): Promise<void> {
    await giveUp(this.options.host.api, id);
    this.loadUnlessRunning();
    this.dequeueUnsent(id);
  }

  /** Releases the remaining payouts of the shown batch, which was not sent. Those that the server finds on the chain are kept. */
  giveUpBatch(): void {
    const { batch } = this.get();
    void this.run(() => this.batches.giveUp(batch));
  }

  /** Removes a payout from the queue that was not sent: the total no longer counts it. */
  private dequeueUnsent(id: string): void {
    const { queue, total } = this.get();
    this.dequeue(id, queue.includes(id) ? total - 1 : total);
  }

  private dequeue(id: string, total = this.get().total): void {
    const { queue, requested } = this.get();
    this.update({
      queue: queue.filter((each) => each !== id),
      total,
      requested: requested?.id === id ? null : requested,
      problem: null,
    });
    this.options.onChange();
  }

  /** Keeps what another tab has stored. While this tab has the lock, its own state is the latest. */
  private loadUnlessRunning(): void {
    if (!this.running) this.load();
  }

  protected showStored(before: string | null): void {
    const { queue: known } = storedBatch.parse(before);
    const added = this.get().queue.filter((id) => !known.includes(id));
    this.state.setState(extend(storedBatch.load(this.options.wallet), added));
  }

  protected load(): void {
    const stored = storedBatch.load(this.options.wallet);
    // Nothing is stored for a new queue, and without storage.
    this.update(stored.queue.length === 0 ? {} : extend(stored, this.get().queue));
  }

  /** Changes the state, and stores what must survive a reload. */
  private update(change: Partial<PayoutRunnerState>): void {
    const { queue, total, requested, batch: current } = { ...this.get(), ...change };
    const batch = current?.payouts.some(({ id }) => queue.includes(id)) ? current : null;
    this.state.setState({ ...change, batch });
    const isOver = queue.length === 0 && requested === null;
    storedBatch.save(this.options.wallet, isOver ? null : { queue, total, requested, batch });
  }

  protected fail(error: unknown): void {
    console.error('payout failed; batch stopped', error);
    const { title = 'Payout not sent', message } = error as { title?: string; message: string };
    this.state.setState({ problem: { title, message } });
  }

  protected async process(): Promise<void> {
    for (let [id] = this.get().queue; id !== undefined && !this.stopping; [id] = this.get().queue) {
      const { requested } = this.get();
      if (requested?.id !== id && (await this.batches.pay(id))) continue;
      await this.payPayout(id);
      this.dequeue(id);
    }
  }

  private async payPayout(id: string): Promise<void> {
    const { api, transfers } = this.options.host;
    const { requested } = this.get();
    const sent = requested?.id === id ? requested.hash : null;
    if (sent !== null) {
      this.update({ step: 'Looking for the transfer' });
      const { hash } = await transfers.wait(sent);
      await this.reportTransaction(id, hash);
      return;
    }
    this.update({ step: 'Claiming the payout' });
    const { payout, newly_begun } = await claim(api, id);
    if (payout.transaction_hash !== null) return;
    if (!newly_begun || requested?.id === id) throw createProblem(UNKNOWN_TRANSACTION);
    await this.sendClaimed(payout);
  }

  private async sendClaimed(payout: Payout): Promise<void> {
    await this.reportTransaction(payout.id, await this.sendTransfer(payout));
  }

  private async sendTransfer(payout: Payout): Promise<string> {
    const { api, transfers } = this.options.host;
    const { id, recipient, amount } = payout;
    let inWallet = false;
    let isSigned = false;
    try {
      const transfer = { to: recipient, amount, purpose: 'payout', payout: id } as const;
      const { hash } = await transfers.send(transfer, (step) => {
        if (step.step === 'checking') return this.update({ step: 'Checking' });
        if (step.step === 'confirm-in-wallet') {
          inWallet = true;
          return this.update({ step: 'Confirm in your wallet', requested: { id, hash: null } });
        }
        isSigned = true;
        this.update({ step: 'Waiting for the transfer', requested: { id, hash: step.hash } });
      });
      return hash;
    } catch (error) {
      const failure = toTransferError(error);
      // After the wallet has shown the request, any error except a rejection may come after the money has moved.
      if (!failure.hash && (!inWallet || failure.code === 'USER_REJECTED')) {
        this.update({ requested: null });
        await (isSigned ? giveUp(api, id) : release(api, payout)).catch(() => undefined);
      }
      throw failure;
    }
  }

  private reportTransaction(id: string, hash: string): Promise<Payout> {
    this.update({ step: 'Reporting the transaction' });
    return reportTransaction(this.options.host.api, id, hash);
  }
}

/** Adds the payouts of `ids` that the batch does not have. */
function extend(batch: StoredBatch, ids: readonly string[]): StoredBatch {
  const added = ids.filter((id) => !batch.queue.includes(id));
  return { ...batch, queue: [...batch.queue, ...added], total: batch.total + added.length };
}
