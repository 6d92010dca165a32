import type { Payout } from '@touchline/api/http/admin-money';
import type { Host } from '@touchline/host/host';
import { type BatchResult, toTransferError } from '@touchline/host/transfers';
import { claim, createProblem, giveUp, release, UNKNOWN_BATCH, UNKNOWN_TRANSACTION } from './claims.ts';
import type { RequestedBatch, StoredBatch } from './stored-batch.ts';

/** The queue of the runner. */
interface Queue {
  get(): StoredBatch;
  update(change: Partial<StoredBatch> & { step?: string }): void;
  report(id: string, hash: string): Promise<unknown>;
  dequeue(id: string): void;
  /** Removes a payout that was not sent. */
  dequeueUnsent(id: string): void;
  /** Sends a claimed payout alone. */
  paySingle(payout: Payout): Promise<void>;
}

/** EIP-5792 sets no limit. A wallet that accepts fewer says so, and the next batch is half as large. */
const MAX_BATCH = 20;

/**
 * Sends several payouts with one confirmation in the wallet. The batch is stored before its payouts are claimed and before the
 * wallet is asked, so that after a crash it is resumed or given up, but never requested a second time.
 */
export class BatchPayments {
  private readonly host: Pick<Host, 'api' | 'transfers'>;
  private readonly queue: Queue;
  /** Payouts per batch; null until the wallet was asked. */
  private limit: number | null = null;

  constructor(host: Pick<Host, 'api' | 'transfers'>, queue: Queue) {
    this.host = host;
    this.queue = queue;
  }

  /**
   * Continues the stored batch, or sends the next one. @returns false if the first payout must be sent alone
   * @throws an error with a title and a message for the admin
   */
  async pay(first: string): Promise<boolean> {
    const { batch, queue } = this.queue.get();
    if (batch) {
      await this.resume(batch);
      return true;
    }
    // The id starts with the service that owes it, and each service pays from one account.
    const owner = first.split('.', 1)[0];
    const ids = queue.filter((id) => id.split('.', 1)[0] === owner).slice(0, await this.findLimit(queue));
    if (ids.length < 2) return false;
    const claimed = await this.claimAll(ids);
    const [only] = claimed;
    if (claimed.length > 1) await this.send(claimed);
    else if (only) await this.queue.paySingle(only).then(() => this.queue.dequeue(only.id));
    return true;
  }

  /** Releases the payouts of a batch that are not reported. The server keeps those that are on the chain. */
  async giveUp(batch: RequestedBatch | null): Promise<void> {
    const { queue } = this.queue.get();
    for (const { id } of batch?.payouts ?? []) {
      if (!queue.includes(id)) continue;
      this.queue.update({ step: 'Giving up the payout' });
      try {
        await giveUp(this.host.api, id);
        this.queue.dequeueUnsent(id);
      } catch (error) {
        const isKept = (error as { code?: string }).code === 'STALE';
        if (!isKept) throw error;
        this.queue.dequeue(id);
      }
    }
  }

  private async findLimit(queue: readonly string[]): Promise<number> {
    const { batches } = this.host.transfers;
    if (queue.length < 2 || !batches) return 1;
    this.limit ??= (await batches.supported()) ? MAX_BATCH : 1;
    return this.limit;
  }

  /** Claims the payouts without an owner. A payout of another administrator stops the queue if it is the first. */
  private async claimAll(ids: readonly string[]): Promise<Payout[]> {
    const claimed: Payout[] = [];
    for (const [index, id] of ids.entries()) {
      this.queue.update({ step: `Claiming payout ${index + 1} of ${ids.length}` });
      const response = await claim(this.host.api, id).catch((error: unknown) => {
        if (index === 0) throw error;
        return null;
      });
      if (response?.payout.transaction_hash != null) this.queue.dequeue(id);
      else if (response?.newly_begun) {
        claimed.push(response.payout);
        this.queue.update({ batch: { calls: null, payouts: claimed.map(toRequested) } });
      } else if (index === 0) throw createProblem(UNKNOWN_TRANSACTION);
    }
    if (claimed.length < 2) this.queue.update({ batch: null });
    return claimed;
  }

  private async send(payouts: readonly Payout[]): Promise<void> {
    const requested = payouts.map(toRequested);
    const id = `touchline-${crypto.randomUUID?.() ?? Math.random().toString(36).slice(2)}`;
    const transfers = payouts.map(({ id: payout, recipient: to, amount }) => ({
      to,
      amount,
      payout,
      purpose: 'payout' as const,
    }));
    let inWallet = false;
    const result = await this.host.transfers
      .batches!.send({ id, transfers }, (step) => {
        if (step.step === 'checking') return this.queue.update({ step: 'Checking' });
        inWallet = true;
        const calls = step.step === 'sent' ? step.id : id;
        const waiting = step.step === 'sent' ? 'Waiting for' : 'Confirm';
        this.queue.update({
          step: `${waiting} ${payouts.length} transfers${step.step === 'sent' ? '' : ' in your wallet'}`,
          batch: { calls, payouts: requested },
        });
      })
      .catch((error: unknown) => this.onFailure(error, payouts, inWallet));
    if (result) await this.finish(requested, result);
  }

  /** Releases the claims if nothing was signed. @returns null if the queue continues with smaller batches */
  private async onFailure(error: unknown, payouts: readonly Payout[], inWallet: boolean) {
    const failure = toTransferError(error);
    const { batch: problem } = failure;
    const isRejected = problem === 'too-large' || problem === 'unsupported';
    if (inWallet && !isRejected && failure.code !== 'USER_REJECTED') throw failure;
    const claimed: Payout[] = [];
    for (const payout of payouts) await release(this.host.api, payout).catch(() => void claimed.push(payout));
    this.queue.update({ batch: { calls: null, payouts: claimed.map(toRequested) } });
    if (!isRejected) throw failure;
    this.limit = problem === 'too-large' ? Math.floor(payouts.length / 2) : 1;
    return null;
  }

  private async resume({ calls, payouts }: RequestedBatch): Promise<void> {
    const { batches } = this.host.transfers;
    if (calls === null || !batches) throw createProblem(UNKNOWN_BATCH);
    this.queue.update({ step: 'Looking for the transfers' });
    const result = await batches.wait(calls).catch((error: unknown) => {
      throw toTransferError(error).batch === 'unknown' ? createProblem(UNKNOWN_BATCH) : error;
    });
    await this.finish(payouts, result);
  }

  /** Reports each payout with its transfer. Repeating it after an interruption finds the same pairs. */
  private async finish(payouts: RequestedBatch['payouts'], { mined }: BatchResult): Promise<void> {
    const unmatched = [...mined];
    for (const { id, to, amount } of payouts) {
      const found = unmatched.findIndex((each) => each.to === to.toLowerCase() && each.amount === amount);
      const [transfer] = found < 0 ? [] : unmatched.splice(found, 1);
      if (!transfer || !this.queue.get().queue.includes(id)) continue;
      await this.queue.report(id, transfer.hash);
      this.queue.dequeue(id);
    }
    if (payouts.some(({ id }) => this.queue.get().queue.includes(id))) throw createProblem(UNKNOWN_BATCH);
  }
}

const toRequested = ({ id, recipient, amount }: Payout) => ({ id, to: recipient, amount });
