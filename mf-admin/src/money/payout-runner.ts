import { TouchlineError } from '@touchline/api/errors';
import { beginPayout, giveUpPayout, type Payout, reportPayout } from '@touchline/api/http/admin-money';
import type { Host, Watched } from '@touchline/host/host';
import { toTransferError } from '@touchline/host/transfers';
import { createStore } from 'zustand/vanilla';
import { loadBatch, type StoredBatch, saveBatch } from './stored-batch.ts';

export interface DeskState extends StoredBatch {
  /** What is happening to the first of the queue; null while nothing is. */
  step: string | null;
  /** Why the batch stands still. */
  problem: { title: string; message: string } | null;
}

interface DeskOptions {
  host: Pick<Host, 'api' | 'transfers'>;
  /** The admin's wallet. */
  wallet: string;
  /** A payout may have changed. */
  onChange(): void;
  /** Between two reports of a transaction to a server that does not answer. */
  pauseMs?: number;
}

const PAUSE_MS = 2_000;
const REPORTS = 10;
const UNKNOWN = {
  title: 'Was this transfer sent?',
  message:
    'You began this payout before, here or on another device, and its transaction is not known. Look at the activity of your wallet: then name the transaction, or give the payout up if nothing was sent.',
};

/** Runs the work unless another tab is at it, which would pay twice. */
async function onlyHere(work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return work();
  await locks.request('touchline-payouts', { ifAvailable: true }, (lock) => {
    if (!lock) throw new Error('Another tab of this browser is sending payouts. Go on there.');
    return work();
  });
}

/**
 * Sends payouts one after the other: claim, transfer, report. One signature for each; whatever stops it, it goes on where it
 * was. A payout that was begun before, on any device, may have been sent and is never sent again automatically.
 */
export class PayoutDesk implements Watched<DeskState> {
  private readonly state;
  private readonly options: DeskOptions;
  private running = false;
  private stopping = false;

  readonly get;
  readonly subscribe;

  constructor(options: DeskOptions) {
    this.options = options;
    this.state = createStore<DeskState>(() => ({ ...loadBatch(options.wallet), step: null, problem: null }));
    this.get = this.state.getState;
    this.subscribe = this.state.subscribe;
  }

  /** Adds payouts to the batch and works on it. */
  pay(ids: readonly string[]): void {
    const { queue, total } = this.get();
    const added = ids.filter((id) => !queue.includes(id));
    const done = queue.length === 0 ? 0 : total - queue.length;
    this.store({ queue: [...queue, ...added], total: done + queue.length + added.length });
    this.goOn();
  }

  /** Works on what is left. */
  goOn(): void {
    if (!this.running) void this.work();
  }

  /** Stops before the next payout; the wallet's current request stays with its owner. */
  stop(): void {
    this.stopping = true;
  }

  /** Drops the first of the queue: somebody else pays it, or it is decided otherwise. */
  skip(): void {
    const [first, ...queue] = this.get().queue;
    if (this.running) return;
    const { asked } = this.get();
    this.store({ queue, asked: asked?.id === first ? null : asked, problem: null });
    this.goOn();
  }

  /** Forgets the rest of the batch. */
  end(): void {
    if (!this.running) this.store({ queue: [], total: 0, asked: null, problem: null });
  }

  /** The transaction that paid, named by hand. */
  async report(id: string, hash: string): Promise<Payout> {
    const payout = await this.tellServer(id, hash);
    this.settle(id);
    return payout;
  }

  /** Nothing was sent: the payout is due again. */
  async giveUp(id: string): Promise<void> {
    await this.options.host.api.request(giveUpPayout, { params: { id } });
    this.settle(id);
  }

  private settle(id: string): void {
    const { queue, asked } = this.get();
    this.store({
      queue: queue.filter((each) => each !== id),
      asked: asked?.id === id ? null : asked,
      problem: null,
    });
    this.options.onChange();
  }

  private store(change: Partial<DeskState>): void {
    this.state.setState(change);
    const { queue, total, asked } = this.get();
    saveBatch(this.options.wallet, { queue, total, asked });
  }

  private async work(): Promise<void> {
    this.running = true;
    this.stopping = false;
    this.store({ problem: null });
    try {
      await onlyHere(() => this.workOff());
    } catch (error) {
      console.error('Failed to pay', error);
      const { title = 'This payout was not sent', message } = error as { title?: string; message: string };
      this.store({ problem: { title, message } });
      this.options.onChange();
    } finally {
      this.running = false;
      this.store({ step: null });
    }
  }

  private async workOff(): Promise<void> {
    for (let [id] = this.get().queue; id !== undefined && !this.stopping; [id] = this.get().queue) {
      await this.payOne(id);
      this.settle(id);
    }
  }

  private async payOne(id: string): Promise<void> {
    const { api, transfers } = this.options.host;
    const { asked } = this.get();
    const sent = asked?.id === id ? asked.hash : null;
    if (sent !== null) {
      this.store({ step: 'Looking for the transfer' });
      const { hash } = await transfers.wait(sent);
      await this.tellServer(id, hash);
      return;
    }
    this.store({ step: 'Claiming the payout' });
    const { payout, newly_begun } = await api.request(beginPayout, { params: { id } });
    if (payout.transaction_hash !== null) return;
    if (!newly_begun || asked?.id === id) throw Object.assign(new Error(UNKNOWN.message), UNKNOWN);
    await this.tellServer(id, await this.transfer(payout));
  }

  private async transfer({ id, recipient, amount }: Payout): Promise<string> {
    const { api, transfers } = this.options.host;
    let walletAsked = false;
    try {
      const transfer = { to: recipient, amount, purpose: 'payout', payout: id } as const;
      const { hash } = await transfers.send(transfer, (step) => {
        if (step.step === 'checking') return this.store({ step: 'Checking' });
        if (step.step === 'confirm-in-wallet') {
          walletAsked = true;
          return this.store({ step: 'Confirm in your wallet', asked: { id, hash: null } });
        }
        this.store({ step: 'Waiting for the transfer', asked: { id, hash: step.hash } });
      });
      return hash;
    } catch (error) {
      const failure = toTransferError(error);
      // Whatever else a wallet says after it was asked, the money may have moved.
      if (!failure.hash && (!walletAsked || failure.code === 'USER_REJECTED')) {
        this.store({ asked: null });
        await api.request(giveUpPayout, { params: { id } }).catch(() => undefined);
      }
      throw failure;
    }
  }

  /** Names the transaction to the server, which may be away for a while. */
  private async tellServer(id: string, hash: string): Promise<Payout> {
    const { host, pauseMs = PAUSE_MS } = this.options;
    this.store({ step: 'Reporting the transaction' });
    for (let left = REPORTS; ; left -= 1) {
      try {
        const call = { params: { id }, body: { transaction_hash: hash } };
        return (await host.api.request(reportPayout, call)).payout;
      } catch (error) {
        const away = error instanceof TouchlineError && (error.status === 0 || error.status >= 500);
        if (!away || left === 0) throw error;
        await new Promise((done) => setTimeout(done, pauseMs));
      }
    }
  }
}
